/** MikroORM 7 is ESM only, so Jest runs the tests as ES modules (`node --experimental-vm-modules` in package.json). */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'esnext', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
  globalSetup: './test/support/global-setup.ts',
  globalTeardown: './test/support/global-teardown.ts',
  testTimeout: 30_000,
};
