// Behind UTC and with summer time: what takes the time zone of its process for UTC fails. A thread
// has no zone of its own.
process.env.TZ = 'America/New_York';

const shared = {
  // Leaves out Jest's sandbox: tests are modules of Node, which needs no flag and compiles each
  // file once.
  runner: 'jest-light-runner',
  setupFilesAfterEnv: ['<rootDir>/test/support/runner.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  transform: {},
};

/** What needs more than npm, or minutes: CONTRIBUTING.md says what each suite needs. */
const suites = ['backup', 'browser', 'compose', 'consumers', 'contract-tools', 'faults', 'image'].map(
  (displayName) => ({
    ...shared,
    displayName,
    roots: [`<rootDir>/test/${displayName}`],
  }),
);
suites.push({
  ...shared,
  displayName: 'ha',
  roots: ['<rootDir>/test/ha'],
  globalSetup: '<rootDir>/test/ha/global-setup.ts',
  globalTeardown: '<rootDir>/test/ha/global-teardown.ts',
});

const service = {
  ...shared,
  displayName: 'service',
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: suites.map(({ displayName }) => `<rootDir>/test/${displayName}/`),
};

// A suite takes part only if an argument names it, or a file of it, so `npx jest` alone runs what
// needs npm alone: `npx jest --selectProjects browser`, `npx jest test/browser/submit.test.ts`.
const named = new Set(process.argv.flatMap((argument) => argument.split(/[/\\=]/)));

export default {
  projects: [service, ...suites.filter(({ displayName }) => named.has(displayName))],
  // More than two cores can serve: many tests wait for real time limits.
  maxWorkers: 3,
};
