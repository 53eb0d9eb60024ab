import { type ContractFile, readContract } from '../document/read.ts';
import { rolesOf } from '../document/roles.ts';
import type { Scenes } from './given.ts';
import * as desk from './states/openapi.desk.ts';
import * as puzzle from './states/openapi.puzzle.ts';
import * as api from './states/openapi.ts';
import * as deskValues from './values/openapi.desk.ts';
import * as puzzleValues from './values/openapi.puzzle.ts';
import * as apiValues from './values/openapi.ts';
import type { Check, ValueCase } from './values/seen.ts';

/** How Dredd tests a contract. */
export interface Suite extends Scenes {
  /** What is checked of the values of each response, by its name. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Further cases, in states that make the values certain. */
  readonly cases?: readonly ValueCase[];
}

/**
 * The suites of the contracts that Dredd tests. The operator's probes have none: nearly each of
 * their responses needs an instance that fails in a way of its own, which `test/health/` starts.
 */
const suites: { readonly [file in ContractFile]?: Suite } = {
  'openapi.yaml': { ...api, ...apiValues },
  'contract/openapi.desk.yaml': { ...desk, ...deskValues },
  'contract/openapi.puzzle.yaml': { ...puzzle, ...puzzleValues },
};

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
