import { onSharedPostgres } from './support/jest.js';

/**
 * `npm test`. The other suites need more than npm, or minutes: each has a configuration of its own.
 */
export default {
  ...onSharedPostgres,
  // More than two cores can serve: many tests wait for real time limits.
  maxWorkers: 3,
  testPathIgnorePatterns: ['browser', 'consumers', 'faults', 'ha', 'image', 'compose', 'backup'].map(
    (suite) => `<rootDir>/${suite}/`,
  ),
};
