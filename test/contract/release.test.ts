import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { releasedVersions, releasePath } from '../../contract/diff/released.ts';
import { nextVersion } from '../../contract/diff/version.ts';
import { contractFiles } from '../../contract/document/read.ts';
import { sha256 } from '../../contract/released/sha256.ts';
import { ContractCopy } from '../support/contract-copy.ts';
import { errorText, responses, set } from '../support/contract-edits.ts';

jest.setTimeout(120_000); // each test runs both linters

const script = 'scripts/contract-release.ts';
/** The project, ready to release version 8.0.0 of each contract. */
let copy: ContractCopy;
/** What the release adds to `contract/released/`. */
const added = contractFiles.map((file) => ({ file, release: releasePath(file, '8.0.0') }));
/** The files that tests and releases change, as they are before each test. */
const ready = new Map<string, string>();

const read = (file: string) => readFile(join(copy.directory, file), 'utf8');
/** Changes a file of the copy by its text. */
async function change(file: string, text: (content: string) => string): Promise<void> {
  await writeFile(join(copy.directory, file), text(await read(file)));
}
/** Has `npm test` of the copy end with an exit code, instead of running these tests again. */
async function testsExitWith(code: number): Promise<void> {
  await change('package.json', (content) => {
    const manifest = JSON.parse(content);
    manifest.scripts.test = `node --eval "console.log('The tests ran'); process.exitCode = ${code}"`;
    return JSON.stringify(manifest);
  });
}
/** What a release writes: the files in `contract/released/`, and the checksums. */
async function released() {
  return {
    files: await readdir(join(copy.directory, 'contract/released'), { recursive: true }),
    sums: await read('contract/released/SHA256SUMS'),
  };
}

/** The reasons that a release names; npm has its own words on the same stream. */
function reasonsIn(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('Not released'));
}

beforeAll(async () => {
  copy = await ContractCopy.create();
  for (const file of contractFiles) await copy.edit(set(['info', 'version'], '8.0.0'), file);
  await change('client/package.json', (content) => JSON.stringify({ ...JSON.parse(content), version: '8.0.0' }));
  await change('CHANGELOG.md', (content) => content.replace(/^## /m, '## 8.0.0 (unreleased)\n\n## '));
  expect(copy.run('scripts/codegen.ts')).toMatchObject({ status: 0, stderr: '' });
  await testsExitWith(0);
  const changed = ['openapi.yaml', 'package.json', 'contract/released/SHA256SUMS'];
  for (const file of changed) ready.set(file, await read(file));
});
beforeEach(async () => {
  for (const [file, content] of ready) await writeFile(join(copy.directory, file), content);
  for (const { release } of added) await rm(join(copy.directory, 'contract/released', release), { force: true });
});
afterAll(() => copy?.[Symbol.asyncDispose]());

test('a release adds each contract with a new version and its checksum, once the tests have passed', async () => {
  const { status, stdout, stderr } = copy.run(script);
  expect({ status, reasons: reasonsIn(stderr) }).toEqual({ status: 0, reasons: [] });
  const paths = added.map(({ release }) => `contract/released/${release}`);
  expect(stdout).toContain(`The tests ran\n${paths.join(', ')}. Commit with contract/released/SHA256SUMS, `);
  const sums = added.map(async ({ file, release }) => {
    expect(await read(`contract/released/${release}`)).toBe(await read(file));
    return `${await sha256(join(copy.directory, 'contract/released', release))}  ${release}\n`;
  });
  expect((await released()).sums).toBe(
    `${ready.get('contract/released/SHA256SUMS')}${(await Promise.all(sums)).join('')}`,
  );
  const { stdout: changes, ...run } = copy.run('scripts/contract-diff.ts');
  expect(run).toEqual({ status: 0, stderr: '' });
  expect(changes.match(/^Nothing changed\.$/gm)).toHaveLength(contractFiles.length);

  // Only a new version can be released.
  const before = await released();
  expect(copy.run(script)).toMatchObject({ status: 1, stderr: 'Not released: every version is released already.\n' });
  expect(await released()).toEqual(before);
});

test('whatever is behind is named, all at once, before the tests run', async () => {
  const before = await released();
  const last = (await releasedVersions('openapi.yaml')).at(-1) ?? '';
  const tooLow = nextVersion(last, 'wording');
  await copy.edit(set(['info', 'version'], tooLow));
  await copy.edit(set(errorText('Unauthorized'), 'Who are you?'));
  await copy.edit(set([...responses, '201', 'content', 'application/json', 'example'], {}));
  const { status, stdout, stderr } = copy.run(script);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(`Not released: openapi.yaml has breaking changes since the released ${last}, `);
  expect(stderr).toContain(`Set it to ${nextVersion(last, 'breaking')} or higher`);
  expect(stderr).toContain(`Not released: client/package.json has the version 8.0.0, openapi.yaml has ${tooLow}.\n`);
  expect(stderr).toContain(`Not released: CHANGELOG.md has no section ${tooLow}.\n`);
  expect(stderr).toMatch(
    /^Not released: Out of date: src\/generated\/openapi\.ts, .*\. Run `npm run codegen` and commit the result\.$/m,
  );
  expect(stderr).toMatch(/^Not released: Redocly CLI finds what/m);
  expect(await released()).toEqual(before);
});

test('failing tests prevent a release', async () => {
  const before = await released();
  await testsExitWith(1);
  const { status, stdout, stderr } = copy.run(script);
  expect({ status, reasons: reasonsIn(stderr) }).toEqual({ status: 1, reasons: ['Not released: npm test fails.'] });
  expect(stdout).toContain('The tests ran');
  expect(await released()).toEqual(before);
});
