import { join } from 'node:path';

const here = (file) => join(import.meta.dirname, file);

/** For all suites. The runner leaves out Jest's sandbox: tests are modules of Node, which needs no flag and compiles each file once. */
export const shared = {
  // In processes, since a thread has no time zone and no environment of its own.
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: [here('runner.ts')],
  transform: {},
};

/** For suites that share one PostgreSQL server, in which each test creates its database. */
export const onSharedPostgres = {
  ...shared,
  globalSetup: here('global-setup.ts'),
  globalTeardown: here('global-teardown.ts'),
};
