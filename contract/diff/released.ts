import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../../src/root.ts';
import { type ContractFile, nameOf, parseContract, readContract } from '../document/read.ts';
import type { Contract } from '../document/types.ts';
import { type Accepted, acceptedFault, acceptedOf, withReasons } from './accepted.ts';
import type { Change } from './change.ts';
import { contractChanges } from './compare.ts';
import { compareVersions, versionFault } from './version.ts';

export const releases = 'contract/released';

export interface Comparison {
  readonly file: ContractFile;
  /** The last, and highest, released version of the contract; undefined if there is none. */
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

/** The last release of a contract, which has the highest version; undefined if there is none. */
export async function lastReleased(file: ContractFile): Promise<Contract | undefined> {
  const version = (await releasedVersions(file)).at(-1);
  if (version === undefined) return undefined;
  const path = join(releases, releasePath(file, version));
  return parseContract(path, await readFile(join(root, path), 'utf8'));
}

/** The released versions of a contract, the lowest first. */
export async function releasedVersions(file: ContractFile): Promise<string[]> {
  const folder = join(root, releases, nameOf(file));
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).map((name) => basename(name, '.yaml')).sort(compareVersions);
}

/** Where a release of a contract is in `contract/released/`, as `SHA256SUMS` has it. */
export function releasePath(file: ContractFile, version: string): string {
  return `${nameOf(file)}/${version}.yaml`;
}
