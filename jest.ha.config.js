import config from './jest.config.js';

/**
 * The tests on a cluster of PostgreSQL that fails over: `npm run test:ha`. They take minutes, and need Debian's packages, root
 * and Linux. The cluster is the machine's only one, so they run one after another.
 */
export default {
  ...config,
  testMatch: ['<rootDir>/test/ha/**/*.test.ts'],
  testPathIgnorePatterns: [],
  globalSetup: './test/ha/global-setup.ts',
  globalTeardown: './test/ha/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 180_000,
};
