import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../../src/root.ts';
import { type ContractFile, parseContract, readContract } from '../document/read.ts';
import type { Contract } from '../document/types.ts';
import { type Accepted, acceptedFault, acceptedOf, withReasons } from './accepted.ts';
import type { Change } from './change.ts';
import { contractChanges } from './compare.ts';
import { versionFault } from './version.ts';

/** The folder with the last release of each contract, under its name. Git has those before. */
export const releases = 'contract/released';

export interface Comparison {
  readonly file: ContractFile;
  /** The last released version of the contract; undefined if there is none. */
  readonly released: string | undefined;
  /** The version that the file has now. */
  readonly version: string;
  readonly changes: readonly Change[];
  /** Why that version, or the accepted changes, do not fit the changes; undefined if they do. */
  readonly fault: string | undefined;
}

/**
 * Compares a contract with its last release.
 *
 * @throws StartError when a version does not have the form 1.2.3
 */
export async function compareWithReleased(file: ContractFile): Promise<Comparison> {
  return compareContracts(file, await lastReleased(file), readContract(file));
}

/**
 * Compares a contract with a released one, if there is one: a new contract has no changes.
 *
 * @param accepted the changes that pass
 */
export function compareContracts(
  file: ContractFile,
  before: Contract | undefined,
  after: Contract,
  accepted: readonly Accepted[] = acceptedOf(file),
): Comparison {
  const { version } = after.info;
  if (before === undefined) return { file, released: undefined, version, changes: [], fault: undefined };
  const released = before.info.version;
  const changes = withReasons(contractChanges(before, after), accepted, version);
  const fault = versionFault(file, released, version, changes) ?? acceptedFault(changes, accepted, version);
  return { file, released, version, changes, fault };
}

/** A contract as it was last released; undefined if it has not been. */
export async function lastReleased(file: ContractFile): Promise<Contract | undefined> {
  const path = `${releases}/${basename(file)}`;
  if (!existsSync(join(root, path))) return undefined;
  return parseContract(path, await readFile(join(root, path), 'utf8'));
}
