import { join } from 'node:path';

/** What all suites share. MikroORM 7 is ESM only, so Jest runs the tests as ES modules (`node --experimental-vm-modules` in package.json). */
export const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': join(import.meta.dirname, 'strip-types.js') },
  testTimeout: 30_000,
};

/** One PostgreSQL for a whole run, from which each test file gets a database of its own. */
export const onSharedPostgres = {
  ...shared,
  globalSetup: join(import.meta.dirname, 'global-setup.ts'),
  globalTeardown: join(import.meta.dirname, 'global-teardown.ts'),
};
