import { shared } from '../support/jest.js';

/**
 * `npm test -- faults`: the tests that break something under load. They need Linux, because they read /proc. Each starts its own
 * PostgreSQL and instances, so they run one after another.
 */
export default { ...shared, maxWorkers: 1, testTimeout: 240_000 };
