import { join } from 'node:path';

const here = (file) => join(import.meta.dirname, file);

// Behind UTC and with summer time: what takes the time zone of its process for UTC fails. A thread
// has no zone of its own.
process.env.TZ = 'America/New_York';

/**
 * For all suites. The runner leaves out Jest's sandbox: tests are modules of Node, which needs no
 * flag and compiles each file once.
 */
export const shared = {
  runner: 'jest-light-runner',
  setupFilesAfterEnv: [here('runner.ts')],
  transform: {},
};

/** For suites that share one PostgreSQL server, in which each test creates its database. */
export const onSharedPostgres = {
  ...shared,
  globalSetup: here('global-setup.ts'),
  globalTeardown: here('global-teardown.ts'),
};
