import { shared } from '../support/jest.js';

/**
 * `npm test -- ha`: the tests on a PostgreSQL cluster that fails over. They need Linux, root and
 * Debian packages, and take minutes. A machine has one cluster, so they run one after another.
 */
export default {
  ...shared,
  globalSetup: './global-setup.ts',
  globalTeardown: './global-teardown.ts',
  maxWorkers: 1,
};
