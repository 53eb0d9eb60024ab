/** MikroORM 7 is ESM only, so Jest runs the tests as ES modules (`node --experimental-vm-modules` in package.json). */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // These need more than npm, or minutes: each has a configuration of its own, such as jest.browser.config.js.
  testPathIgnorePatterns: ['browser', 'ha', 'faults', 'bench']
    .map((folder) => `<rootDir>/test/${folder}/`)
    .concat('/node_modules/'),
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': './test/support/strip-types.js' },
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
  testTimeout: 30_000,
};
