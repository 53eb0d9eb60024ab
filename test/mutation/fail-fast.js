import { TestEnvironment } from 'jest-environment-node';

/** The mutant that a test has noticed. */
let killed;

/** Skips the tests that are left once one has failed, in all files: Jest's `bail` does not work where another program calls Jest. */
export default class FailFast extends TestEnvironment {
  handleTestEvent({ name, test, describeBlock }) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (name === 'test_done' && test.errors.length > 0) killed = mutant;
    if (mutant === undefined || mutant !== killed) return;
    if (name === 'run_describe_start') describeBlock.mode = 'skip';
    if (name === 'test_start') test.mode = 'skip';
  }
}
