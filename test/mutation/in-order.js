import Sequencer from '@jest/test-sequencer';

/** Runs the test files in the order in which they are asked for: Jest's own begins with the slowest. */
export default class InOrder extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => context.config.testMatch.indexOf(path);
    return tests.toSorted((a, b) => place(a) - place(b));
  }
}
