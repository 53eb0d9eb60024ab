import { onSharedPostgres } from './support/jest.js';

/** `npm test`. The other suites need more than npm, or minutes: each has its own configuration and script. */
export default {
  ...onSharedPostgres,
  // Jest leaves one core to itself, although it waits most of the time.
  maxWorkers: '100%',
  testPathIgnorePatterns: ['browser', 'bench', 'faults', 'ha'].map((suite) => `<rootDir>/${suite}/`),
};
