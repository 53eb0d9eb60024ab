/** MikroORM 7 is ESM only, so Jest runs the tests as ES modules (`node --experimental-vm-modules` in package.json). */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Browser, cluster and faults need more than npm, or minutes: jest.browser.config.js, jest.ha.config.js, jest.faults.config.js.
  testPathIgnorePatterns: ['browser', 'ha', 'faults']
    .map((folder) => `<rootDir>/test/${folder}/`)
    .concat('/node_modules/'),
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': './test/support/strip-types.js' },
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
  testTimeout: 30_000,
};
