import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import type { Change } from './change.ts';
import { contractChanges, type VersionedContract } from './compare.ts';
import { compareVersions, versionFault } from './version.ts';

export interface Comparison {
  /** The last released version, which is the highest in `contract/released/`. */
  readonly released: string;
  /** The version of `openapi.yaml`. */
  readonly version: string;
  readonly changes: readonly Change[];
  /** What is wrong with the version of `openapi.yaml`, given the changes. */
  readonly fault: string | undefined;
}

/** Compares `openapi.yaml` with the last released contract. */
export async function compareWithReleased(): Promise<Comparison> {
  const released = (await releasedVersions()).at(-1);
  if (released === undefined)
    throw new Error('No contract has been released: contract/released/ has no file such as 1.0.0.yaml');
  const before = await read(`contract/released/${released}.yaml`);
  const after = await read('openapi.yaml');
  const { version } = after.info;
  const changes = contractChanges(before, after);
  return { released, version, changes, fault: versionFault(released, version, changes) };
}

/** The versions in `contract/released/`, the lowest first. */
export async function releasedVersions(): Promise<string[]> {
  const files = await readdir(join(root, 'contract/released'));
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort(compareVersions);
}

async function read(file: string): Promise<VersionedContract> {
  return parse(await readFile(join(root, file), 'utf8'));
}
