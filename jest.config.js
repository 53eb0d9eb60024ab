/** MikroORM 7 is ESM only, so Jest runs the tests as ES modules (`node --experimental-vm-modules` in package.json). */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // They need a browser: jest.browser.config.js. They take minutes: jest.faults.config.js.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/', '<rootDir>/test/faults/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': './test/support/strip-types.js' },
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
  testTimeout: 30_000,
};
