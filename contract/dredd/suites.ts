import { operationsOf } from '../document/operations.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { rolesOf } from '../document/roles.ts';
import type { Scenes } from './given.ts';
import { authorize, type Facts, rowCases, rowStates } from './rows.ts';
import * as desk from './values/openapi.desk.ts';
import * as puzzle from './values/openapi.puzzle.ts';
import * as api from './values/openapi.ts';
import type { Check, ValueCase } from './values/seen.ts';

/** How Dredd tests a contract. */
export interface Suite extends Scenes {
  /** What is checked of the values of each response, by its name. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Further cases, in states that make the values certain. */
  readonly cases: readonly ValueCase[];
}

/** Each operation that needs a token rejects a request without one, and one that others signed. */
function tokenCases(file: ContractFile): ValueCase[] {
  return operationsOf(readContract(file)).flatMap(({ name, operation }): ValueCase[] => {
    if (operation.security.length === 0) return [];
    const response = `${name} 401`;
    return [
      { response, when: 'without a token', given: (given) => authorize(given, { authorization: null }) },
      {
        response,
        when: 'of a token of another issuer',
        given: (given) => authorize(given, { token: { signed: 'by another secret' } }),
      },
    ];
  });
}

/**
 * The suites of the contracts that Dredd tests. The operator's probes have none: nearly each of
 * their responses needs an instance that fails in a way of its own, which `test/health/` starts.
 */
const suites: { readonly [file in ContractFile]?: Suite } = {
  'openapi.yaml': suite('openapi.yaml', api),
  'contract/openapi.desk.yaml': suite('contract/openapi.desk.yaml', desk),
  'contract/openapi.puzzle.yaml': suite('contract/openapi.puzzle.yaml', puzzle),
};

/** What of a contract's suite is code. */
interface Values extends Pick<Suite, 'checks' | 'prepare'> {
  /** What rows compute. */
  readonly computed: Readonly<Record<string, Check>>;
  /** What rows name. */
  readonly facts?: Facts;
}

function suite(file: ContractFile, { prepare, checks, computed, facts }: Values): Suite {
  const cases = [...tokenCases(file), ...rowCases(file, computed, facts)];
  return { states: rowStates(file, facts), ...(prepare && { prepare }), checks, cases };
}

/** The files of the contracts that Dredd tests. */
export const testedContracts = Object.keys(suites) as ContractFile[];

/** Every role that the requests of these contracts need. */
export function testedRoles(): string[] {
  return testedContracts.flatMap((file) => Object.keys(rolesOf(readContract(file))));
}

/** @throws Error if Dredd does not test the contract */
export function suiteOf(file: ContractFile): Suite {
  const suite = suites[file];
  if (suite === undefined) throw new Error(`contract/dredd/suites.ts has no suite for ${file}`);
  return suite;
}
