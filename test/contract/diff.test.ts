import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Accepted } from '../../contract/diff/accepted.ts';
import { lineOf } from '../../contract/diff/change.ts';
import { contractChanges } from '../../contract/diff/compare.ts';
import { compareContracts, compareWithReleased, releases } from '../../contract/diff/released.ts';
import { compareVersions } from '../../contract/diff/version.ts';
import { contractFiles, readContract } from '../../contract/document/read.ts';
import type { Contract } from '../../contract/document/types.ts';
import { root } from '../../src/root.ts';
import { type Edits, edited } from '../support/contract-edits.ts';

describe('the version must be high enough for the changes', () => {
  const breaking: Edits = { set: { 'NotSolvedToday.error enum 0': 'Solve it first' } };
  const compatible: Edits = { set: { 'VerseSubmission.note': { type: 'string', maxLength: 9 } } };
  const wording: Edits = { set: { 'info title': 'Verses' } };

  /** Compares an edit with this contract, as if the latter were released. */
  function compare(released: string, version: string, edits: Edits = {}, accepted: readonly Accepted[] = []) {
    const before = edited(readContract(), { set: { 'info version': released } });
    const after = edited(before, { ...edits, next: { set: { 'info version': version } } });
    return compareContracts('openapi.yaml', before, after, accepted);
  }

  test.each([
    { change: 'breaking', edit: breaking, version: '8.99.0', lowest: '9.0.0', kind: 'breaking changes' },
    { change: 'compatible', edit: compatible, version: '8.2.2', lowest: '8.3.0', kind: 'compatible changes' },
    { change: 'wording', edit: wording, version: '8.2.1', lowest: '8.2.2', kind: 'changed wording' },
  ])('after 8.2.1, $version is too low for a $change change, and $lowest is not', ({ edit, version, lowest, kind }) => {
    expect(compare('8.2.1', version, edit).fault).toBe(
      `openapi.yaml has ${kind} since the released 8.2.1, but info.version is ${version}. ` +
        `Set it to ${lowest} or higher, or revert the changes`,
    );
    expect(compare('8.2.1', lowest, edit).fault).toBeUndefined();
  });

  test('a version lower than the released one is too low', () => {
    expect(compare('8.2.1', '8.2.0').fault).toBe(
      'info.version 8.2.0 in openapi.yaml is lower than 8.2.1, which is released',
    );
  });

  const place = '/components/schemas/NotSolvedToday/properties/error/enum';
  const accepted = { place, release: '8.2.2', reason: 'Nobody reads it.' };

  test('an accepted change counts as wording, and has its reason in its line', () => {
    const { changes, fault } = compare('8.2.1', '8.2.2', breaking, [accepted]);
    expect(fault).toBeUndefined();
    expect(changes.map(lineOf)[0]).toMatch(/: breaking, accepted: Nobody reads it\.$/);
    expect(compare('8.2.1', '8.2.1', breaking, [{ ...accepted, release: '8.2.1' }]).fault).toContain('changed wording');
  });

  const isNone = (release: string, version: string) =>
    `contract/accepted.yaml: ${place} in ${release} is no change of ${version}. Remove the entry, or correct it`;

  test.each([
    ['no change', '8.2.2', accepted, wording, isNone('8.2.2', '8.2.2')],
    ['a change of another version', '9.0.0', accepted, breaking, isNone('8.2.2', '9.0.0')],
    ['a change without a reason', '8.2.2', { ...accepted, reason: '' }, breaking, `has no reason for ${place}`],
  ])('accepting %s is a fault', (_title, version, entry, edit, fault) => {
    expect(compare('8.2.1', version, edit, [entry]).fault).toContain(fault);
  });

  test('a change that is accepted in another version still needs its own', () => {
    expect(compare('8.2.1', '8.2.2', breaking, [{ ...accepted, release: '8.2.3' }]).fault).toContain(
      'breaking changes',
    );
  });

  test('versions are compared as numbers', () => {
    const sorted = ['1.10.0', '1.9.1', '1.9.0', '0.12.0', '10.0.0'].sort(compareVersions);
    expect(sorted.join(' ')).toBe('0.12.0 1.9.0 1.9.1 1.10.0 10.0.0');
  });

  test('a contract that has not been released may have any version', () => {
    const comparison = compareContracts('openapi.yaml', undefined, readContract());
    expect(comparison).toMatchObject({ released: undefined, changes: [], fault: undefined });
  });

  test.each(contractFiles)('the version of %s is', async (file) => {
    const { fault } = await compareWithReleased(file);
    expect(fault).toBeUndefined();
  });
});

describe('a comparison ends', () => {
  const levels = Array.from({ length: 40 }, (_, level) => level);
  /** Schemas that each refer twice to the next one: 2 to the power of 40 ways lead to the last. */
  const shared = (name: string, maxLength: number) =>
    Object.fromEntries(
      levels.map((level) => {
        const next = level < 39 ? { $ref: `#/components/schemas/${name}${level + 1}` } : { type: 'string', maxLength };
        return [`${name}${level}`, { type: 'object', required: [], properties: { a: next, b: next } }];
      }),
    );
  const text = { $ref: '#/components/schemas/A0' };
  const before = edited(readContract(), { set: { ...shared('A', 9), ...shared('B', 8), 'Submission.text': text } });

  test('where schemas are widely shared, and says their change once', () => {
    const changes = contractChanges(before, edited(before, { set: shared('A', 8) }));
    expect(changes.map(({ place }) => place)).toEqual(
      ['a', 'b'].map((member) => `/components/schemas/A39/properties/${member}/maxLength`),
    );
  });

  test('where another schema takes the place of a shared one', () => {
    const after = edited(before, { set: { 'Submission.text $ref': '#/components/schemas/B0' } });
    expect(contractChanges(before, after)).toHaveLength(1);
  });
});

test('changes are sorted by level, and none is between equal contracts', () => {
  const edits: Edits = { remove: ['paths /api/eligibility'], set: { 'info title': 'Verses', 'Submission.a': {} } };
  const changes = contractChanges(readContract(), edited(readContract(), edits));
  expect(changes.map(({ level }) => level)).toEqual(['breaking', 'compatible', 'wording']);
  expect(contractChanges(readContract(), readContract())).toEqual([]);
});

describe('no value of the contract changes in silence', () => {
  type Container = Record<string, unknown>;
  const mutations: Readonly<Record<string, (container: Container, key: string) => void>> = {
    removed: (container, key) => delete container[key],
    changed(container, key) {
      const value = container[key];
      container[key] =
        typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : value === false;
    },
  };
  /** The path of every text, number and flag but references, which would lead nowhere. */
  const pathsOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => (key === '$ref' ? [] : pathsOf(item, [...path, key])))
      : [path];
  /** A copy with a mutation, which shares what is not on the path. */
  const mutated = (value: unknown, [key = '', ...rest]: readonly string[], mutation: string): unknown => {
    const copy = (Array.isArray(value) ? [...value] : { ...(value as Container) }) as Container;
    if (rest.length === 0) mutations[mutation]?.(copy, key);
    else copy[key] = mutated(copy[key], rest, mutation);
    return Array.isArray(copy) ? copy.filter((item) => item !== undefined) : copy;
  };

  /** Of the 1,321 values of the division, those of a book with one chapter stand for the others. */
  const isOneOfItsKind = (path: readonly string[]) => !path.includes('x-division') || path.includes('JUD');

  test.each(Object.keys(mutations))('%s', (mutation) => {
    const contract = readContract();
    const silent = pathsOf(contract)
      .filter(isOneOfItsKind)
      .filter((path) => contractChanges(contract, mutated(contract, path, mutation) as Contract).length === 0);
    expect(silent).toEqual([]);
  });
});

test('a released contract has the checksum that it was released with', async () => {
  const sums = contractFiles.map((file) => {
    const content = readFileSync(join(root, releases, basename(file)));
    return `${createHash('sha256').update(content).digest('hex')}  ${basename(file)}`;
  });
  const recorded = readFileSync(join(root, releases, 'SHA256SUMS'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(recorded.toSorted()).toEqual(sums.toSorted());
});
