import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { readContract } from '../document/read.ts';
import type { Contract } from '../document/types.ts';
import type { Change } from './change.ts';
import { contractChanges } from './compare.ts';
import { compareVersions, versionFault } from './version.ts';

const folder = join(root, 'contract/released');

export interface Comparison {
  /** The last released version, which is the highest in `contract/released/`. */
  readonly released: string;
  /** The version of `openapi.yaml`. */
  readonly version: string;
  readonly changes: readonly Change[];
  /** Why the version of `openapi.yaml` does not fit the changes; undefined where it does. */
  readonly fault: string | undefined;
}

/**
 * Compares `openapi.yaml` with the last released contract.
 *
 * @throws Error when no contract has been released, or a version does not have the form 1.2.3
 */
export async function compareWithReleased(): Promise<Comparison> {
  const released = (await releasedVersions()).at(-1);
  if (released === undefined)
    throw new Error('No contract has been released: contract/released/ has no file such as 1.0.0.yaml');
  return compareContracts(parse(await readFile(join(folder, `${released}.yaml`), 'utf8')), readContract());
}

/** Compares a contract with a released one. */
export function compareContracts(before: Contract, after: Contract): Comparison {
  const [released, version] = [before.info.version, after.info.version];
  const changes = contractChanges(before, after);
  return { released, version, changes, fault: versionFault(released, version, changes) };
}

/** The versions in `contract/released/`, the lowest first. */
export async function releasedVersions(): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort(compareVersions);
}
