import { operationsOf, rejectionsOf } from '../document/operations.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { refName } from '../document/references.ts';
import { type DocumentedResponse, documentedRejection, documentedResponses } from '../document/responses.ts';
import { rolesOf } from '../document/roles.ts';
import type { Contract } from '../document/types.ts';
import type { Operation } from '../model/contracts.ts';
import { operations } from '../model/contracts.ts';
import type { Fault } from '../response-check.ts';
import { casesIn, operationNamed, type Row, rowsOf, type State } from './rows.ts';

/** The contracts that have rows. The operator's probes have none: `test/health/` shows them. */
export const testedContracts = ['openapi.yaml', 'contract/openapi.desk.yaml', 'contract/openapi.puzzle.yaml'] as const;

/** Every role that the requests of these contracts need. */
export function testedRoles(): string[] {
  return testedContracts.flatMap((file) => Object.keys(rolesOf(readContract(file))));
}

/** What one transaction of a run shows. */
export interface Case {
  /**
   * The documented response, the order (`POST /api/submit-verse 403 before 429`), or the row
   * (`POST /api/submit-verse of two players`).
   */
  readonly name: string;
  /** Whose request it starts from. */
  readonly placed: Operation;
  /** Undefined if what it provokes belongs to none. */
  readonly operation: string | undefined;
  /** The response that it provokes; of a row, that is for the model to say. */
  readonly expected?: DocumentedResponse;
  /** In the order of the checks. */
  readonly states: readonly State[];
  readonly row: Omit<Row, 'each'>;
}

/** Whether a run showed a case. */
export interface CaseResult {
  /** The name of the case. */
  readonly name: string;
  /** The operation's name, unless the response belongs to none. */
  readonly operation?: string | undefined;
  /** The documented status. */
  readonly expected?: string | undefined;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string;
  /** The status of the response, if there was one. */
  readonly status?: number;
  readonly faults?: readonly Fault[];
  /** What the target would have to have. Set if it does not have it; no request was sent then. */
  readonly needs?: string;
}

/** What provokes a documented response; a success is that of the example. @throws Error if there is no row */
export function stateOf(file: ContractFile, { name, operation = 'none', status, kind }: DocumentedResponse): State {
  const written = rowsOf(file).responses[operation]?.[operation === 'none' ? name : name.slice(operation.length + 1)];
  if (written !== undefined) return written;
  if (['200', '204'].includes(status)) return {};
  if (status === '401') return { authorization: 'Bearer invalid' };
  if (status === '403') return { token: { claims: { roles: null } } };
  if (status === '413') return { size: 'limit + 1' };
  if (kind === 'InvalidJsonBody') return { cut: 1 };
  throw new Error(`contract/dredd/rows has none for ${name}`);
}

const all = new Map<ContractFile, readonly Case[]>();

/**
 * Every documented response, and for each operation the order of its checks: a request that
 * violates two neighbouring checks gets the response of the earlier one. Since neighbours are in
 * order, so are all checks. Last come the rows.
 *
 * @param only the name of one operation; the cases are then its own and those of no operation
 */
export function casesOf(file: ContractFile, only?: string): readonly Case[] {
  const cases = all.getOrInsertComputed(file, () => [...documentedCases(file), ...tokenCases(file), ...rowCases(file)]);
  if (only === undefined) return cases;
  return cases.filter(({ operation = only }) => operation === only);
}

function documentedCases(file: ContractFile): Case[] {
  const contract = readContract(file);
  const documented = documentedResponses(contract);
  const [any] = operationsOf(contract);
  const caseOf = (expected: DocumentedResponse, name = expected.name, then?: DocumentedResponse): Case => ({
    ...{ name, placed: operationNamed(expected.operation ?? any?.name ?? ''), operation: expected.operation, expected },
    states: [expected, ...(then ? [then] : [])].map((response) => stateOf(file, response)),
    row: { case: name },
  });
  const orders = operationsOf(contract).flatMap(({ name: operation }) => {
    const checks = rejections(contract, operation, documented);
    return checks
      .slice(1)
      .flatMap((later, index) =>
        (checks[index] ?? []).flatMap((first) =>
          later.map((second) =>
            caseOf(first, `${first.name} before ${second.name.slice(operation.length + 1)}`, second),
          ),
        ),
      );
  });
  return [...documented.map((response) => caseOf(response)), ...orders];
}

/** Each operation that needs a token rejects a request without one, and one that others signed. */
function tokenCases(file: ContractFile): Case[] {
  const secured = Object.values(operations).filter((each) => each.file === file && each.operation.security.length > 0);
  return secured.flatMap((placed) => [
    rowCase(placed, { case: 'without a token', authorization: null }),
    rowCase(placed, { case: 'with a token of another issuer', token: { signed: 'by another secret' } }),
  ]);
}

function rowCases(file: ContractFile): Case[] {
  return casesIn(file).map(({ of, row }) => rowCase(operationNamed(of), row));
}

function rowCase(placed: Operation, row: Row): Case {
  return { name: `${placed.name} ${row.case}`, placed, operation: placed.name, states: [row], row };
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
