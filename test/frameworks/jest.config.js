import { shared } from '../support/jest.js';

/** `npm test -- frameworks`: what the packed client ships for frameworks and editors. Compilers need seconds. */
export default { ...shared, testTimeout: 180_000 };
