import { type Contract, documentedResponses, operationsOf, refName } from '../document.ts';

/** A test that ran, and its outcome. */
export interface Result {
  readonly name: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string;
}

/** One run of a test program. */
export interface Run {
  /** The name of the run in the report. */
  readonly by: string;
  readonly command: string;
  /** Whether the program reported success. */
  readonly passed: boolean;
  readonly output: string;
  readonly results: readonly Result[];
}

/** A documented response or a check, which tests must show. */
export interface Requirement {
  readonly subject: string;
  /** Whether a test of a run shows it. */
  readonly shownBy: (run: Run, result: Result) => boolean;
}

export interface Row {
  readonly subject: string;
  /** Each run with the tests that show the subject. */
  readonly evidence: readonly { readonly by: string; readonly results: readonly Result[] }[];
  /** "passed" requires at least one test, and that all of them passed. */
  readonly verdict: 'passed' | 'failed' | 'not shown';
}

/** Dredd shows each documented response in a transaction of the same name. */
export const responsesBy = 'Dredd';
/** Tests named after the checks that their request violates, in the contract's order. */
export const checksBy = 'test/handlers/precedence.test.ts';

/** Every documented response and every check of a contract. */
export function requirementsOf(contract: Contract): { responses: Requirement[]; checks: Requirement[] } {
  return {
    responses: documentedResponses(contract).map((response) => ({
      subject: response.name,
      shownBy: ({ by }, { name }) => by === responsesBy && name === response.name,
    })),
    checks: operationsOf(contract).flatMap(({ name: operation, operation: { operationId, 'x-checks': checks = [] } }) =>
      checks.map(({ name, status, error }, index) => ({
        subject: `${operationId}: ${index + 1}. ${name}`,
        shownBy: (run: Run, result: Result) => {
          // The first violated check decides the response, whichever checks after it are violated as well.
          if (run.by === checksBy) return result.name.split(' + ')[0] === `${operationId}: ${name}`;
          const response = `${operation} ${status}`;
          return run.by === responsesBy && [response, `${response} ${refName(error)}`].includes(result.name);
        },
      })),
    ),
  };
}

/** The tests of the runs that show each requirement, and the verdict on it. */
export function conformance(requirements: readonly Requirement[], runs: readonly Run[]): Row[] {
  return requirements.map(({ subject, shownBy }) => {
    const evidence = runs
      .map((run) => ({ by: run.by, results: run.results.filter((result) => shownBy(run, result)) }))
      .filter(({ results }) => results.length > 0);
    const passed = evidence.every(({ results }) => results.every((result) => result.passed));
    return { subject, evidence, verdict: evidence.length === 0 ? 'not shown' : passed ? 'passed' : 'failed' };
  });
}
