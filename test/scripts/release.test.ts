import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { contractFiles, readContract } from '../../contract/document/read.ts';
import { releaseEdits, releaseFiles } from '../../scripts/release/edits.ts';
import { root } from '../../src/root.ts';
import { edited } from '../support/contract-edits.ts';

const place = '/components/schemas/NotSolvedToday/properties/error/enum';
const entry = `{ place: ${place}, release: 8.2.2, reason: Decided. }`;
const puzzle = 'contract/openapi.puzzle.yaml';
const [admin, desk] = ['b  openapi.admin.yaml\n', 'c  openapi.desk.yaml\n'];
const texts: Record<string, string> = {};
beforeAll(async () => {
  for (const file of releaseFiles) texts[file] = await readFile(join(root, file), 'utf8');
  texts['contract/released/SHA256SUMS'] = ['a  openapi.yaml\n', admin, desk].join('');
  texts['CHANGELOG.md'] = '# Changelog\n\n## 8.2.2 (unreleased)\n\n- A text.\n\n## 8.2.1 (2026-11-23)\n';
  texts['contract/accepted.yaml'] = `# Decided\nopenapi.yaml:\n  - ${entry}\n`;
});

/**
 * The release of a version after 8.2.1, in which a text differed and the puzzle had no contract.
 */
function release(version: string, changed: Readonly<Record<string, string>> = {}) {
  const contracts = contractFiles.filter((file) => file !== puzzle).map((file) => [file, readContract(file)]);
  const before = { set: { 'info version': '8.2.1', 'NotSolvedToday.error enum 0': 'Solve it first' } };
  const released = { ...Object.fromEntries(contracts), 'openapi.yaml': edited(readContract(), before) };
  return releaseEdits(version, '2026-11-24', { ...texts, ...changed }, released);
}

test('a release has its version in each place, and copies of the contracts with a new one', () => {
  const edits = release('8.2.2');
  const copies = ['openapi.yaml', 'openapi.puzzle.yaml'];
  expect(Object.keys(edits).filter((file) => !(file in texts))).toEqual(
    copies.map((copy) => `contract/released/${copy}`),
  );
  expect(edits['contract/released/openapi.yaml']).toBe(edits['openapi.yaml']);
  const sums = copies.map((copy) => {
    const sum = createHash('sha256').update(edits[`contract/released/${copy}`] ?? '');
    return `${sum.digest('hex')}  ${copy}\n`;
  });
  expect(edits['contract/released/SHA256SUMS']).toBe([admin, desk, ...sums].join(''));
  expect(edits['CHANGELOG.md']).toContain('\n## 8.2.2 (2026-11-24)\n\n- A text.');
  expect(edits['contract/accepted.yaml']).toContain('# Decided\nopenapi.yaml: []\n');

  expect(parse(edits['openapi.yaml'] ?? '').info.version).toBe('8.2.2');
  for (const file of ['package.json', 'client/package.json']) {
    expect(JSON.parse(edits[file] ?? '')).toEqual({ ...JSON.parse(texts[file] ?? ''), version: '8.2.2' });
  }
  const { version, packages } = JSON.parse(edits['package-lock.json'] ?? '');
  expect([version, packages[''].version, packages['client'].version]).toEqual(['8.2.2', '8.2.2', '8.2.2']);
  expect(edits['deploy/kubernetes/kustomization.yaml']).toContain('newTag: 8.2.2\n');
});

test.each([
  ['a text', '8.2', {}, 'The version 8.2 does not have the form 1.2.3'],
  ['the last release', '8.2.1', {}, '8.2.1 is not higher than 8.2.1, the last release'],
  ['one without a section', '8.2.3', {}, 'CHANGELOG.md has no section "## 8.2.3 (unreleased)"'],
  ['one that is too low', '8.2.2', { 'contract/accepted.yaml': '' }, 'openapi.yaml has breaking changes since'],
])('no release: %s', (_title, version, changed, error) => {
  expect(() => release(version, changed)).toThrow(error);
});
