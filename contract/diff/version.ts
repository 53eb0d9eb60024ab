import { StartError } from '../../src/start-error.ts';
import { type Change, type Level, mostSevere } from './change.ts';

/**
 * @throws StartError when the text does not have the form 1.2.3; contracts have no pre-releases.
 */
function parseVersion(text: string): [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (patch === undefined) throw new StartError(`The version ${text} does not have the form 1.2.3`);
  return [Number(major), Number(minor), Number(patch)];
}

/** Compares two versions for `Array.prototype.sort`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The lowest version after a released one that may have changes of a level. */
export function nextVersion(released: string, level: Level): string {
  const [major, minor, patch] = parseVersion(released);
  const next = { breaking: [major + 1, 0, 0], compatible: [major, minor + 1, 0], wording: [major, minor, patch + 1] };
  return next[level].join('.');
}

/**
 * Checks a version against Semantic Versioning, with wording as a patch: two contracts that differ
 * never share a version. An accepted change counts as wording.
 *
 * @param file of the contract, for the text
 * @returns why the version is too low and how to correct it; undefined if it is not
 */
export function versionFault(
  file: string,
  released: string,
  version: string,
  changes: readonly Change[],
): string | undefined {
  if (compareVersions(version, released) < 0)
    return `info.version ${version} in ${file} is lower than ${released}, which is released`;
  const highest = mostSevere(
    changes.map(({ level, accepted }) => ({ level: accepted === undefined ? level : 'wording' })),
  );
  if (highest === undefined) return undefined;
  const lowest = nextVersion(released, highest);
  if (compareVersions(version, lowest) >= 0) return undefined;
  const kinds = { breaking: 'breaking changes', compatible: 'compatible changes', wording: 'changed wording' };
  return (
    `${file} has ${kinds[highest]} since the released ${released}, but info.version is ${version}. ` +
    `Set it to ${lowest} or higher, or revert the changes`
  );
}
