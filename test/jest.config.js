import { onSharedPostgres } from './support/jest.js';

/** `npm test`. The suites left out need more than npm, or minutes: each has a configuration and a script of its own. */
export default {
  ...onSharedPostgres,
  testPathIgnorePatterns: ['browser', 'bench', 'faults', 'ha'].map((suite) => `<rootDir>/${suite}/`),
};
