import { shared } from '../support/jest.js';

/**
 * `npm run test:faults`: the tests that break something under load. They need Linux, since they look into /proc. Each starts a
 * PostgreSQL and instances of its own, so they run one after another.
 */
export default { ...shared, maxWorkers: 1, testTimeout: 240_000 };
