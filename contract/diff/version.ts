import { type Change, type Level, levels } from './change.ts';

/** @throws Error when the text is not three numbers: a contract is released or it is not, there are no pre-releases. */
export function parseVersion(text: string): [major: number, minor: number, patch: number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (patch === undefined) throw new Error(`The version ${text} does not have the form 1.2.3`);
  return [Number(major), Number(minor), Number(patch)];
}

/** Negative, zero or positive, as `Array.prototype.sort` wants it. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The lowest version after a released one that may bring changes of a level. */
export function nextVersion(released: string, level: Level): string {
  const [major, minor, patch] = parseVersion(released);
  const next = { breaking: [major + 1, 0, 0], compatible: [major, minor + 1, 0], wording: [major, minor, patch + 1] };
  return next[level].join('.');
}

/**
 * Semantic Versioning, with wording as a patch: two documents that differ in anything never share a version.
 *
 * @returns what is wrong with a version and how to put it right, or undefined
 */
export function versionFault(released: string, version: string, changes: readonly Change[]): string | undefined {
  const gravest = levels.find((level) => changes.some((change) => change.level === level));
  const lowest = gravest === undefined ? released : nextVersion(released, gravest);
  if (compareVersions(version, lowest) >= 0) return undefined;
  if (gravest === undefined) return `info.version ${version} is lower than ${released}, which is released`;
  const kinds = { breaking: 'breaking changes', compatible: 'new parts', wording: 'another wording' };
  return (
    `The contract has ${kinds[gravest]} since the released ${released}, but info.version is ${version}. ` +
    `Set info.version in openapi.yaml to ${lowest} or higher, or take the changes back`
  );
}
