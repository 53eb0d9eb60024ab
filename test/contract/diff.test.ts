import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { toMarkdown } from '../../contract/diff/markdown.ts';
import { compareContracts, compareWithReleased, releasedVersions, releasePath } from '../../contract/diff/released.ts';
import { compareVersions } from '../../contract/diff/version.ts';
import { contractFiles, readContract } from '../../contract/document/read.ts';
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
    return compareContracts(
      'openapi.yaml',
      before,
      edited(before, { ...edits, next: { set: { 'info version': version } } }),
    );
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
      `openapi.yaml has ${kind} since the released 8.2.1, but info.version is ${version}. ` +
        `Set it to ${lowest} or higher, or revert the changes`,
    );
    expect(toMarkdown(comparison)).toContain(`\n\n**Cannot be released:** ${comparison.fault}.`);
  });

  test('a version lower than the released one is too low', () => {
    expect(compare('8.2.1', '8.2.0').fault).toBe(
      'info.version 8.2.0 in openapi.yaml is lower than 8.2.1, which is released',
    );
  });

  test.each([
    { change: 'breaking', edit: breaking, version: '9.0.0', count: '1 breaking, 0 compatible, 1 wording' },
    { change: 'compatible', edit: compatible, version: '8.3.0', count: '0 breaking, 1 compatible, 1 wording' },
    { change: 'wording', edit: wording, version: '8.2.2', count: '0 breaking, 0 compatible, 2 wording' },
  ])('after 8.2.1, $version is high enough for a $change change', ({ edit, version, count }) => {
    const comparison = compare('8.2.1', version, edit);
    expect(comparison.fault).toBeUndefined();
    expect(toMarkdown(comparison)).toMatch(
      RegExp(`^## openapi.yaml ${version}, compared with the released 8.2.1\n\nChanges: ${count}\\.\n\n- \\*\\*`),
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

  test('a contract that has not been released may have any version', () => {
    const comparison = compareContracts('openapi.yaml', undefined, readContract());
    expect(comparison).toMatchObject({ released: undefined, changes: [], fault: undefined });
    const { version } = readContract().info;
    expect(toMarkdown(comparison)).toBe(`## openapi.yaml ${version} is new: it has not been released`);
  });

  test.each(contractFiles)('the version of %s is', async (file) => {
    const { fault } = await compareWithReleased(file);
    expect(fault).toBeUndefined();
  });
});

describe('a released contract never changes', () => {
  const folder = join(root, 'contract/released');

  test('each has the checksum that it was released with, and its own version', async () => {
    const all = contractFiles.map(async (file) =>
      (await releasedVersions(file)).map((version) => ({ version, release: releasePath(file, version) })),
    );
    const released = (await Promise.all(all)).flat();
    const sums = released.map(async ({ release }) => `${await sha256(join(folder, release))}  ${release}`);
    const recorded = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
    expect((await Promise.all(sums)).toSorted()).toEqual(recorded.toSorted());
    for (const { version, release } of released) {
      expect(parse(await readFile(join(folder, release), 'utf8')).info.version).toBe(version);
    }
  });
});
