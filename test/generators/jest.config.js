import { onSharedPostgres } from '../support/jest.js';

/** `npm test -- generators`: clients that other generators make from the contract, against the real service. */
export default onSharedPostgres;
