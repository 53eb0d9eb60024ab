import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { toMarkdown } from '../../contract/diff/markdown.ts';
import { compareContracts, compareWithReleased, releasedVersions } from '../../contract/diff/released.ts';
import { compareVersions } from '../../contract/diff/version.ts';
import { readContract } from '../../contract/document/read.ts';
import { sha256 } from '../../contract/released/sha256.ts';
import { root } from '../../src/root.ts';
import { type Edits, edited } from '../support/contract-edits.ts';

describe('the version must be high enough for the changes', () => {
  const breaking: Edits = { set: { 'NotSolvedToday.error enum 0': 'Solve it first' } };
  const compatible: Edits = { set: { 'VerseSubmission.note': { type: 'string', maxLength: 9 } } };
  const wording: Edits = { set: { 'info title': 'Verses' } };

  /** Compares an edit with this contract, as if the latter were released. */
  function compare(released: string, version: string, edits: Edits = {}) {
    const before = edited(readContract(), { set: { 'info version': released } });
    return compareContracts(before, edited(before, { ...edits, next: { set: { 'info version': version } } }));
  }

  test.each([
    { change: 'breaking', edit: breaking, version: '8.2.1', lowest: '9.0.0', kind: 'breaking changes' },
    { change: 'breaking', edit: breaking, version: '8.99.0', lowest: '9.0.0', kind: 'breaking changes' },
    { change: 'compatible', edit: compatible, version: '8.2.1', lowest: '8.3.0', kind: 'compatible changes' },
    { change: 'compatible', edit: compatible, version: '8.2.2', lowest: '8.3.0', kind: 'compatible changes' },
    { change: 'wording', edit: wording, version: '8.2.1', lowest: '8.2.2', kind: 'changed wording' },
  ])('after 8.2.1, $version is too low for a $change change', ({ edit, version, lowest, kind }) => {
    const comparison = compare('8.2.1', version, edit);
    expect(comparison.fault).toBe(
      `The contract has ${kind} since the released 8.2.1, but info.version is ${version}. ` +
        `Set info.version in openapi.yaml to ${lowest} or higher, or revert the changes`,
    );
    expect(toMarkdown(comparison)).toContain(`\n\n**Cannot be released:** ${comparison.fault}.`);
  });

  test('a version lower than the released one is too low', () => {
    expect(compare('8.2.1', '8.2.0').fault).toBe('info.version 8.2.0 is lower than 8.2.1, which is released');
  });

  test.each([
    { change: 'breaking', edit: breaking, version: '9.0.0', count: '1 breaking, 0 compatible, 1 wording' },
    { change: 'compatible', edit: compatible, version: '8.3.0', count: '0 breaking, 1 compatible, 1 wording' },
    { change: 'wording', edit: wording, version: '8.2.2', count: '0 breaking, 0 compatible, 2 wording' },
  ])('after 8.2.1, $version is high enough for a $change change', ({ edit, version, count }) => {
    const comparison = compare('8.2.1', version, edit);
    expect(comparison.fault).toBeUndefined();
    expect(toMarkdown(comparison)).toMatch(
      RegExp(`^## Contract ${version}, compared with the released 8.2.1\n\nChanges: ${count}\\.\n\n- \\*\\*`),
    );
  });

  test('versions are compared as numbers', () => {
    expect(['1.10.0', '1.9.1', '1.9.0', '0.12.0', '10.0.0'].sort(compareVersions)).toEqual([
      '0.12.0',
      '1.9.0',
      '1.9.1',
      '1.10.0',
      '10.0.0',
    ]);
  });

  test('the version of this contract is', async () => {
    const { fault } = await compareWithReleased();
    expect(fault).toBeUndefined();
  });
});

describe('a released contract never changes', () => {
  const folder = join(root, 'contract/released');

  test('each has the checksum that it was released with, and its own version', async () => {
    const versions = await releasedVersions();
    const sums = await Promise.all(
      versions.map(async (version) => `${await sha256(join(folder, `${version}.yaml`))}  ${version}.yaml\n`),
    );
    expect(sums.join('')).toBe(await readFile(join(folder, 'SHA256SUMS'), 'utf8'));
    for (const version of versions) {
      expect(parse(await readFile(join(folder, `${version}.yaml`), 'utf8')).info.version).toBe(version);
    }
  });
});
