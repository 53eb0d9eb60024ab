import { shared } from '../support/jest.js';

/**
 * `npm test -- faults`: the tests that break something under load. They need Linux, because they
 * read /proc. Each starts its own PostgreSQL and instances, and mostly waits.
 */
export default { ...shared, maxWorkers: 2 };
