import config from './jest.config.js';

/**
 * The tests that break something under load: `npm run test:faults`. They run one after another, each with a PostgreSQL and
 * instances of its own, and need Linux: they look into /proc.
 */
const { globalSetup: _setup, globalTeardown: _teardown, ...shared } = config;
export default {
  ...shared,
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
  testPathIgnorePatterns: [],
  maxWorkers: 1,
  testTimeout: 240_000,
};
