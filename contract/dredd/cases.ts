import { operationsOf, rejectionsOf } from '../document/operations.ts';
import { refName } from '../document/references.ts';
import { type DocumentedResponse, documentedRejection, documentedResponses } from '../document/responses.ts';
import type { Contract } from '../document/types.ts';
import type { Fault } from '../response-check.ts';
import type { ValueCase } from './values/seen.ts';

/** What one transaction of a run shows. */
export interface Case {
  /**
   * The documented response, the order (`POST /api/submit-verse 403 before 429`), or the value case
   * (`POST /api/submit-verse 201 of two players`).
   */
  readonly name: string;
  readonly expected: DocumentedResponse;
  /**
   * The responses whose states the request has at once, in the order of the checks; the first is
   * the expected one.
   */
  readonly provoked: readonly DocumentedResponse[];
  /** The operation whose request it starts from. */
  readonly operation?: string | undefined;
  /** Its state and its check, if it is a value case. */
  readonly valueCase?: ValueCase;
}

/** Whether a run showed a case. */
export interface CaseResult {
  /** The name of the case. */
  readonly name: string;
  /** The operation's name, unless the response belongs to none. */
  readonly operation?: string | undefined;
  /** The documented status. */
  readonly expected?: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string;
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** Its deviations from the contract. Dredd may have found others. */
  readonly faults?: readonly Fault[];
  /** What the target would have to have. Set if it does not have it; no request was sent then. */
  readonly needs?: string;
}

/**
 * Every documented response, and for each operation the order of its checks: a request that
 * violates two neighbouring checks gets the response of the earlier one. Since neighbours are in
 * order, so are all checks. Last come the value cases.
 *
 * @param only the name of one operation; the cases are then its own and those of no operation
 * @throws Error that names a rejection in `x-checks`, or a value case, that has no documented
 *   response
 */
export function casesOf(contract: Contract, only?: string, valueCases: readonly ValueCase[] = []): Case[] {
  const documented = documentedResponses(contract);
  const responses = documented.map((expected) => ({
    name: expected.name,
    expected,
    provoked: [expected],
  }));
  const orders = operationsOf(contract).flatMap(({ name: operation }) => {
    const checks = rejections(contract, operation, documented);
    return checks.slice(1).flatMap((later, index) =>
      (checks[index] ?? []).flatMap((expected) =>
        later.map((second) => ({
          name: `${expected.name} before ${second.name.slice(operation.length + 1)}`,
          expected,
          provoked: [expected, second],
        })),
      ),
    );
  });
  const values = valueCases.map((valueCase) => {
    const { of } = valueCase;
    const name = `${of === undefined || valueCase.response.startsWith(of) ? '' : `${of} `}${valueCase.response} ${valueCase.when}`;
    const expected = documented.find((each) => each.name === valueCase.response);
    if (expected === undefined) throw new Error(`${name}: the contract does not document ${valueCase.response}`);
    return { name, expected, operation: valueCase.of, provoked: [{ ...expected, name }], valueCase };
  });
  const cases: Case[] = [...responses, ...orders, ...values];
  return cases.filter(
    ({ expected, operation = expected.operation ?? only }) => only === undefined || operation === only,
  );
}

/**
 * The documented responses with which each check of an operation can reject a request, in the order
 * of the checks.
 *
 * @param name of the operation, e.g. `POST /api/submit-verse`
 * @throws Error that names a rejection without a documented response
 */
export function rejections(
  contract: Contract,
  name: string,
  documented = documentedResponses(contract),
): DocumentedResponse[][] {
  const checks = operationsOf(contract).find((operation) => operation.name === name)?.operation['x-checks'] ?? [];
  return checks.map((check) =>
    rejectionsOf(check).map((rejection) => {
      const found = documentedRejection(documented, name, rejection);
      if (found !== undefined) return found;
      throw new Error(
        `${name}: the check ${check.name} has no response ${rejection.status} ${refName(rejection.error)}`,
      );
    }),
  );
}
