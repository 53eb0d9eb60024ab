/**
 * Copies each contract whose version is not released yet to `contract/released/NAME/VERSION.yaml`, and records the checksums:
 * `npm run contract:release`. A released contract never changes, so the command first looks for what is stale or wrong and, if nothing is, runs
 * `npm test`. If there is any reason against the release, it names each, writes nothing and exits 1.
 */

import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { compareWithReleased, releasePath, releases } from '../contract/diff/released.ts';
import { contractFiles, readContract } from '../contract/document/read.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { sha256 } from '../contract/released/sha256.ts';
import { root } from '../src/root.ts';
import { assertFresh } from './codegen/stale.ts';
import { installPackages } from './install.ts';

new Command('npm run contract:release')
  .description(
    'Copies each contract with a new version to contract/released/, with its checksum, if nothing is stale and npm test passes.',
  )
  .showHelpAfterError()
  .parse();

installPackages('contract');

const read = (file: string) => readFile(join(root, file), 'utf8');
const comparisons = await Promise.all(contractFiles.map(compareWithReleased));
const unreleased = await Promise.all(
  comparisons
    .filter(({ version, released }) => version !== released)
    .map(async ({ file, version }) => ({ file, release: releasePath(file, version), content: await read(file) })),
);

const reasons = [
  ...comparisons.flatMap(({ fault }) => (fault === undefined ? [] : [`${fault}.`])),
  ...(unreleased.length === 0 ? ['every version is released already.'] : []),
  ...(await versionReasons()),
  ...(await generatedReasons()),
  ...(await lintReasons()),
];
// The tests take minutes.
if (reasons.length === 0 && !testsPass()) reasons.push('npm test fails.');
for (const { file, content } of unreleased) {
  if ((await read(file)) !== content) reasons.push(`${file} changed meanwhile.`);
}

if (reasons.length === 0) {
  await release();
  const files = unreleased.map(({ release }) => `${releases}/${release}`).join(', ');
  console.log(`${files}. Commit with ${releases}/SHA256SUMS, and date the version in CHANGELOG.md.`);
} else {
  for (const reason of reasons) console.error(`Not released: ${reason}`);
  process.exitCode = 1;
}

/** Where the version of the service and its clients, which is that of `openapi.yaml`, is missing. */
async function versionReasons(): Promise<string[]> {
  const { version } = readContract().info;
  const client = JSON.parse(await read('client/package.json')).version;
  const headings = (await read('CHANGELOG.md')).split('\n').map((line) => line.split(' ').slice(0, 2).join(' '));
  return [
    ...(client === version ? [] : [`client/package.json has the version ${client}, openapi.yaml has ${version}.`]),
    ...(headings.includes(`## ${version}`) ? [] : [`CHANGELOG.md has no section ${version}.`]),
  ];
}

/** What `npm run codegen -- --check` finds. */
async function generatedReasons(): Promise<string[]> {
  try {
    await assertFresh();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

async function lintReasons(): Promise<string[]> {
  const results = await lintContract();
  return results
    .filter(({ clean }) => !clean)
    .map(({ linter, output }) => `${linter} finds what \`npm run contract:lint\` shows too:\n${output}`);
}

function testsPass(): boolean {
  // npm is a script on Windows.
  const shell = process.platform === 'win32';
  return spawnSync('npm', ['test'], { cwd: root, stdio: 'inherit', shell }).status === 0;
}

/** Writes all files or none. */
async function release(): Promise<void> {
  await using undo = new AsyncDisposableStack();
  let sums = '';
  for (const { release, content } of unreleased) {
    const path = join(root, releases, release);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: 'wx' });
    undo.defer(() => rm(path));
    sums += `${await sha256(path)}  ${release}\n`;
  }
  await appendFile(join(root, releases, 'SHA256SUMS'), sums);
  undo.move();
}
