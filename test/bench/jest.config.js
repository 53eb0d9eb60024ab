import { shared } from '../support/jest.js';

/** `npm test -- bench`: the tests of the benchmark. They need Linux and wrk, and start a PostgreSQL of their own. */
export default { ...shared, maxWorkers: 1 };
