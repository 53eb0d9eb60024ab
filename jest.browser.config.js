import config from './jest.config.js';

/** The tests that need a browser on the machine: `npm run test:browser`. */
export default {
  ...config,
  testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
  testPathIgnorePatterns: [],
};
