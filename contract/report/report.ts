import type { Comparison } from '../diff/released.ts';
import type { Contract } from '../document/types.ts';
import type { LintException } from '../lint/exceptions.ts';
import type { LintResult } from '../lint/lint.ts';
import type { Row, Run } from './conformance.ts';
import type { Origin } from './origin.ts';

/** All that the page says. */
export interface Report {
  readonly contract: Contract;
  /** The last release of the contract; undefined if there is none. */
  readonly released: Contract | undefined;
  readonly made: Temporal.Instant;
  readonly origin: Origin;
  readonly comparison: Comparison;
  readonly lint: readonly LintResult[];
  readonly exceptions: readonly LintException[];
  readonly responses: readonly Row[];
  readonly checks: readonly Row[];
  /** Empty if no test program runs the contract: the report then says nothing about responses and checks. */
  readonly runs: readonly Run[];
}

/** Whether each part of the report is without a fault. */
export function verdicts({ comparison, lint, responses, checks, runs }: Report) {
  const rows = [...responses, ...checks];
  return {
    lint: lint.every(({ clean }) => clean),
    changes: comparison.fault === undefined,
    conformance:
      runs.length === 0 ||
      (rows.length > 0 && rows.every(({ verdict }) => verdict === 'passed') && runs.every(({ passed }) => passed)),
  };
}

/** Each documented response, check and run that has not passed, with the reason, in one line. */
export function missing({ responses, checks, runs }: Report): string[] {
  const subjects = [...responses, ...checks]
    .filter(({ verdict }) => verdict !== 'passed')
    .map(({ subject, evidence, verdict }) => {
      const reasons = evidence.flatMap(({ by, results }) =>
        results.length === 0
          ? [`no test of ${by}`]
          : results.filter(({ passed }) => !passed).map(({ reason = '' }) => `${by}: ${reason.split('\n')[0]}`),
      );
      return `${verdict}: ${subject} (${reasons.join('; ')})`;
    });
  return [...subjects, ...runs.filter(({ passed }) => !passed).map(({ command }) => `failed: ${command}`)];
}
