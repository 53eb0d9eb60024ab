import config from './jest.config.js';

/** The tests of the benchmark: `npm run test:bench`. They need wrk and Linux, and a PostgreSQL and processes of their own. */
const { globalSetup: _setup, globalTeardown: _teardown, ...shared } = config;
export default {
  ...shared,
  testMatch: ['<rootDir>/test/bench/**/*.test.ts'],
  testPathIgnorePatterns: [],
  maxWorkers: 1,
};
