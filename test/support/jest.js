import { join } from 'node:path';

/** For all suites. MikroORM 7 is ESM only, so Jest runs the tests as ES modules (`node --experimental-vm-modules` in scripts/test.ts). */
export const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': join(import.meta.dirname, 'strip-types.js') },
  testTimeout: 30_000,
};

/** For suites that share one PostgreSQL server, in which each test creates its database. */
export const onSharedPostgres = {
  ...shared,
  globalSetup: join(import.meta.dirname, 'global-setup.ts'),
  globalTeardown: join(import.meta.dirname, 'global-teardown.ts'),
};
