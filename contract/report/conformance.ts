import { operationsOf } from '../diff/comparable.ts';
import type { Contract } from '../document.ts';

/** A test that ran, and how it ended. */
export interface Result {
  readonly name: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string;
}

/** One run of a test program. */
export interface Run {
  /** What the tests of the run are called in the report. */
  readonly by: string;
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly results: readonly Result[];
}

/** The answers that the contract documents, each kind of a status apart, and the checks. */
export interface Requirement {
  readonly subject: string;
  /** Whether a test of a run shows this. */
  readonly shownBy: (run: Run, result: Result) => boolean;
}

export interface Row {
  readonly subject: string;
  /** Each run with tests that show it, and those tests. */
  readonly evidence: readonly { readonly by: string; readonly results: readonly Result[] }[];
  /** "passed" is said only where tests ran and all of them passed. */
  readonly verdict: 'passed' | 'failed' | 'not shown';
}

/** Dredd shows each documented answer in a transaction of its own, named like the answer. */
export const answersBy = 'Dredd';
/** Tests named by the checks that their request violates, in the contract's order. */
export const checksBy = 'test/handlers/precedence.test.ts';

/** @param answers the names of the documented answers, e.g. `POST /api/submit-verse 400 InvalidVerse` */
export function requirementsOf(
  contract: Contract,
  answers: readonly string[],
): { answers: Requirement[]; checks: Requirement[] } {
  return {
    answers: answers.map((answer) => ({
      subject: answer,
      shownBy: ({ by }, { name }) => by === answersBy && name === answer,
    })),
    checks: [...operationsOf(contract)].flatMap(([operation, { 'x-checks': checks = [] }]) =>
      checks.map(({ name, status, error }, index) => ({
        subject: `${index + 1}. ${name}`,
        shownBy: (run: Run, result: Result) => {
          // It answers, whichever of the checks behind it fail as well.
          if (run.by === checksBy) return result.name.split(' + ')[0] === name;
          const answer = `${operation} ${status}`;
          return run.by === answersBy && [answer, `${answer} ${error.$ref.split('/').at(-1)}`].includes(result.name);
        },
      })),
    ),
  };
}

/** What the runs show of each requirement. */
export function conformance(requirements: readonly Requirement[], runs: readonly Run[]): Row[] {
  return requirements.map(({ subject, shownBy }) => {
    const evidence = runs
      .map((run) => ({ by: run.by, results: run.results.filter((result) => shownBy(run, result)) }))
      .filter(({ results }) => results.length > 0);
    const passed = evidence.every(({ results }) => results.every((result) => result.passed));
    return { subject, evidence, verdict: evidence.length === 0 ? 'not shown' : passed ? 'passed' : 'failed' };
  });
}
