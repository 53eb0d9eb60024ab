import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { type ContractFile, nameOf, readContract } from '../document/read.ts';
import type { Contract } from '../document/types.ts';
import type { Change } from './change.ts';
import { contractChanges } from './compare.ts';
import { compareVersions, versionFault } from './version.ts';

export const releases = 'contract/released';

export interface Comparison {
  readonly file: ContractFile;
  /** The last released version of the contract, which is the highest; undefined if there is none. */
  readonly released: string | undefined;
  /** The version that the file has now. */
  readonly version: string;
  readonly changes: readonly Change[];
  /** Why that version does not fit the changes; undefined where it does. */
  readonly fault: string | undefined;
}

/**
 * Compares a contract with its last release.
 *
 * @throws Error when a version does not have the form 1.2.3
 */
export async function compareWithReleased(file: ContractFile): Promise<Comparison> {
  return compareContracts(file, await lastReleased(file), readContract(file));
}

/** Compares a contract with a released one, if there is one: a new contract has no changes. */
export function compareContracts(file: ContractFile, before: Contract | undefined, after: Contract): Comparison {
  const { version } = after.info;
  if (before === undefined) return { file, released: undefined, version, changes: [], fault: undefined };
  const released = before.info.version;
  const changes = contractChanges(before, after);
  return { file, released, version, changes, fault: versionFault(file, released, version, changes) };
}

/** The last release of a contract, which has the highest version; undefined if there is none. */
export async function lastReleased(file: ContractFile): Promise<Contract | undefined> {
  const version = (await releasedVersions(file)).at(-1);
  return version === undefined
    ? undefined
    : parse(await readFile(join(root, releases, releasePath(file, version)), 'utf8'));
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
