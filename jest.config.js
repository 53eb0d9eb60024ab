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

/**
 * What needs more than npm, or minutes, and how many files of it may run at once: CONTRIBUTING.md
 * says what each suite needs.
 */
const workers = { backup: 3, browser: 2, compose: 3, consumers: 3, 'contract-tools': 3, faults: 2, ha: 1, image: 2 };
const suites = Object.keys(workers).map((displayName) => ({
  ...shared,
  displayName,
  roots: [`<rootDir>/test/${displayName}`],
  ...(['consumers', 'ha'].includes(displayName) && { globalSetup: `<rootDir>/test/${displayName}/global-setup.ts` }),
  ...(displayName === 'ha' && { globalTeardown: '<rootDir>/test/ha/global-teardown.ts' }),
}));

const service = {
  ...shared,
  displayName: 'service',
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: suites.map(({ displayName }) => `<rootDir>/test/${displayName}/`),
};

// A suite takes part only if an argument names it, or a file of it, so `npx jest` alone runs what
// needs npm alone: `npx jest --selectProjects browser`, `npx jest test/browser/submit.test.ts`.
const words = new Set(process.argv.flatMap((argument) => argument.split(/[/\\=]/)));
const named = suites.filter(({ displayName }) => words.has(displayName));

export default {
  projects: [service, ...named],
  reporters: ['default', '<rootDir>/test/support/progress.ts'],
  // Three are more than two cores can serve: many tests wait for real time limits.
  maxWorkers: Math.min(3, ...named.map(({ displayName }) => workers[displayName])),
};
