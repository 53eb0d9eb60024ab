import { operationsOf, rejectionsOf } from '../document/operations.ts';
import { refName } from '../document/references.ts';
import { documentedResponses } from '../document/responses.ts';
import type { Contract } from '../document/types.ts';

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
  /** Every run that must show it, with the names of the results that do. */
  readonly shownBy: readonly { readonly by: string; readonly shows: (name: string) => boolean }[];
}

export interface Row {
  readonly subject: string;
  /** Each run that must show the subject, with the results that do. */
  readonly evidence: readonly { readonly by: string; readonly results: readonly Result[] }[];
  /** "passed" requires at least one result of each run, and that all of them passed. */
  readonly verdict: 'passed' | 'failed' | 'not shown';
}

/** Dredd shows each documented response in a transaction of the same name. */
export const responsesBy = 'Dredd';
/** Tests named after the checks that their request violates, in the contract's order. */
export const checksBy = 'precedence.test.ts';

/** Every documented response and every check of a contract. */
export function requirementsOf(contract: Contract): { responses: Requirement[]; checks: Requirement[] } {
  return {
    responses: documentedResponses(contract).map(({ name }) => ({
      subject: name,
      shownBy: [{ by: responsesBy, shows: (result) => result === name }],
    })),
    checks: operationsOf(contract).flatMap(({ name: operation, operation: { operationId, 'x-checks': checks = [] } }) =>
      checks.map((check, index) => {
        const rejections = rejectionsOf(check).map(({ status, error }) => {
          const response = `${operation} ${status}`;
          return {
            by: responsesBy,
            shows: (name: string) => [response, `${response} ${refName(error)}`].includes(name),
          };
        });
        const order = {
          by: checksBy,
          // The first violated check decides the response, whichever checks after it are violated as well.
          shows: (name: string) => name.split(' + ')[0] === `${operationId}: ${check.name}`,
        };
        // The last check does the operation's work, and no request can violate it.
        const isLast = index === checks.length - 1;
        return {
          subject: `${operationId}: ${index + 1}. ${check.name}`,
          shownBy: isLast ? rejections : [...rejections, order],
        };
      }),
    ),
  };
}

/** The results of the runs that show each requirement, and the verdict on it. */
export function conformance(requirements: readonly Requirement[], runs: readonly Run[]): Row[] {
  return requirements.map(({ subject, shownBy }) => {
    const evidence = shownBy.map(({ by, shows }) => ({
      by,
      results: runs.filter((run) => run.by === by).flatMap(({ results }) => results.filter(({ name }) => shows(name))),
    }));
    const passed = evidence.every(({ results }) => results.every((result) => result.passed));
    const shown = evidence.every(({ results }) => results.length > 0);
    return { subject, evidence, verdict: !passed ? 'failed' : shown ? 'passed' : 'not shown' };
  });
}
