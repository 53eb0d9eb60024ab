/**
 * Copies `openapi.yaml` to `contract/released/VERSION.yaml` and records its checksum: `npm run contract:release`. A released contract never
 * changes, so the command first looks for what is stale or wrong and, if nothing is, runs `npm test`. If there is any reason against the
 * release, it names each, writes nothing and exits 1.
 */

import { spawnSync } from 'node:child_process';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { compareWithReleased } from '../contract/diff/released.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { sha256 } from '../contract/released/sha256.ts';
import { root } from '../src/root.ts';
import { assertFresh } from './codegen/stale.ts';
import { installPackages } from './install.ts';

new Command('npm run contract:release')
  .description('Copies openapi.yaml to contract/released/, with its checksum, if nothing is stale and npm test passes.')
  .showHelpAfterError()
  .parse();

installPackages('contract');

const read = (file: string) => readFile(join(root, file), 'utf8');
const contract = await read('openapi.yaml');
const { version, released, fault } = await compareWithReleased();

const reasons = [
  ...(fault === undefined ? [] : [`${fault}.`]),
  ...(version === released ? [`${version} is released already.`] : []),
  ...(await versionReasons()),
  ...(await generatedReasons()),
  ...(await lintReasons()),
];
// The tests take minutes.
if (reasons.length === 0 && !testsPass()) reasons.push('npm test fails.');
if ((await read('openapi.yaml')) !== contract) reasons.push('openapi.yaml changed meanwhile.');

if (reasons.length === 0) {
  await release(`${version}.yaml`);
  console.log(
    `contract/released/${version}.yaml. Commit it with contract/released/SHA256SUMS, and date the version in CHANGELOG.md.`,
  );
} else {
  for (const reason of reasons) console.error(`Not released: ${reason}`);
  process.exitCode = 1;
}

/** Where the version is missing. */
async function versionReasons(): Promise<string[]> {
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

/** Writes both files or none. */
async function release(name: string): Promise<void> {
  const file = join(root, 'contract/released', name);
  await writeFile(file, contract, { flag: 'wx' });
  try {
    await appendFile(join(root, 'contract/released/SHA256SUMS'), `${await sha256(file)}  ${name}\n`);
  } catch (error) {
    await rm(file);
    throw error;
  }
}
