import { onSharedPostgres } from '../support/jest.js';

/**
 * `npm test -- consumers`: the packed client in frameworks, and clients that other generators make
 * from the contract.
 */
export default onSharedPostgres;
