/** Files of tests: with fewer, nobody has to wait. */
const many = 100;

/**
 * Says how long all tests take, and at each tenth of their files how far they are. Jest estimates
 * neither before a first run has ended.
 */
export default class Progress {
  onRunStart({ numTotalTestSuites: total }: Totals): void {
    if (total >= many) say(`${total} files of tests, which take some three minutes on two cores`);
  }

  onTestResult(_test: unknown, _result: unknown, totals: Totals): void {
    const { numTotalTestSuites: total, numPassedTestSuites, numFailedTestSuites } = totals;
    const ended = numPassedTestSuites + numFailedTestSuites;
    const tenths = (count: number) => Math.floor((10 * count) / total);
    if (total >= many && tenths(ended) > tenths(ended - 1)) say(`${10 * tenths(ended)} % of the files of tests`);
  }
}

interface Totals {
  readonly numTotalTestSuites: number;
  readonly numPassedTestSuites: number;
  readonly numFailedTestSuites: number;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
