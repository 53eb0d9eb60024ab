import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { type ContractFile, contractFiles } from '../document/read.ts';
import type { Change } from './change.ts';

/** The file of the changes that somebody decided to make. */
export const acceptedFile = 'contract/accepted.yaml';

/** A change that passes. */
export interface Accepted {
  /** As the comparison prints it. */
  readonly place: string;
  /** The version that has the change. */
  readonly release: string;
  readonly reason: string;
}

/**
 * The accepted changes of a contract.
 *
 * @param source the file's text
 * @throws StartError that names what the file has instead of a contract
 */
export function acceptedOf(
  file: ContractFile,
  source = readFileSync(join(root, acceptedFile), 'utf8'),
): readonly Accepted[] {
  const accepted: Record<string, Accepted[]> = parse(source) ?? {};
  const unknown = Object.keys(accepted).find((key) => !contractFiles.some((contract) => contract === key));
  if (unknown !== undefined) {
    throw new StartError(`${acceptedFile}: ${unknown} is not a contract; allowed: ${contractFiles.join(', ')}`);
  }
  return accepted[file] ?? [];
}

/** The changes of a version, those that are accepted with their reason. */
export function withReasons(changes: readonly Change[], accepted: readonly Accepted[], version: string): Change[] {
  return changes.map((change) => {
    const entry = accepted.find(({ place, release }) => place === change.place && release === version);
    return entry === undefined ? change : { ...change, accepted: entry.reason };
  });
}

/**
 * Why the accepted changes cannot stay as they are: an entry that matches nothing, or has no
 * reason; undefined if they can.
 */
export function acceptedFault(changes: readonly Change[], accepted: readonly Accepted[], version: string) {
  const entry = accepted.find(
    ({ place, release, reason }) => release !== version || !reason || !changes.some((change) => change.place === place),
  );
  if (entry === undefined) return undefined;
  const { place, release, reason } = entry;
  if (!reason) return `${acceptedFile} has no reason for ${place}`;
  return `${acceptedFile}: ${place} in ${release} is no change of ${version}. Remove the entry, or correct it`;
}
