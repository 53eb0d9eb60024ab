import { join } from 'node:path';
import { shared } from '../support/jest.js';

/** For `npm test -- mutation`, which says which tests to run and has a PostgreSQL running. */
export default {
  ...shared,
  rootDir: '../..',
  testEnvironment: join(import.meta.dirname, 'fail-fast.js'),
  testSequencer: join(import.meta.dirname, 'in-order.js'),
};
