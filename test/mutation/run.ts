/**
 * Changes the code in one place at a time (a mutant), and runs the tests nearest to it, which must notice.
 *
 *   npm test -- mutation           all of it
 *   npm test -- mutation src/auth  the files whose paths begin with this
 *
 * Exits 1 when fewer than 85 % of the mutants of `src`, of the code generation or of the client are killed, when one survives that survivors.json does not list, or when it lists one that is killed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { LogLevel } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../../src/root.ts';
import globalSetup from '../support/global-setup.ts';
import globalTeardown from '../support/global-teardown.ts';
import { folders, nearest } from './nearest.ts';
import { quote, readSurvivors, type Survivor } from './survivors.ts';

const leastKilled = 0.85;

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const [path = ''] = process.argv.slice(2);
process.chdir(root); // what the mutation tester copies
const listed = await readSurvivors();
const mutants: Mutant[] = [];
for await (const group of testMutants()) {
  const survivors = await Promise.all(group.filter((mutant) => !isKilled(mutant)).map(describeMutant));
  const unlisted = survivors.filter((survivor) => !listed.some((other) => isSame(survivor, other)));
  const outdated = listed.filter(
    (other) => group.some((mutant) => fileOf(mutant) === other.file) && !survivors.some((it) => isSame(it, other)),
  );
  failIfAny('Not in survivors.json', unlisted);
  failIfAny('In survivors.json, but killed', outdated);
  mutants.push(...group);
}
if (mutants.length === 0) throw new Error(`No mutated file has a path that begins with ${path}`);

console.table(tally(dirname));
const wholes = tally((file) => folders.find((folder) => file.startsWith(`${folder}/`)) ?? file);
console.table(wholes);
if (Object.values(wholes).some((whole) => whole.killed < leastKilled * whole.mutants)) process.exitCode = 1;

function failIfAny(title: string, survivors: readonly Survivor[]): void {
  if (survivors.length === 0) return;
  console.log(`${title}:\n${JSON.stringify(survivors, undefined, 2)}`);
  process.exitCode = 1;
}

/** How many mutants are killed, by what a file is part of. */
function tally(partOf: (file: string) => string) {
  const parts = Object.entries(Object.groupBy(mutants, (mutant) => partOf(fileOf(mutant))));
  return Object.fromEntries(
    parts.map(([part, those = []]) => {
      const killed = those.filter(isKilled).length;
      return [part, { mutants: those.length, killed, share: `${((100 * killed) / those.length).toFixed(1)} %` }];
    }),
  );
}

/** Yields the mutants that share their tests. One PostgreSQL is for all; the mutation tester's own runs are in a copy of the project each. */
async function* testMutants(): AsyncGenerator<Mutant[]> {
  const directory = await mkdtemp(join(tmpdir(), 'verse-mutants-'));
  await globalSetup();
  try {
    for (const { files, tests } of nearest) {
      const mutate = files.filter((file) => file.startsWith(path));
      if (mutate.length > 0) yield await mutationTest(mutate, tests, directory);
    }
  } finally {
    await globalTeardown();
    await rm(directory, { recursive: true, force: true }); // the mutation tester may have done so
  }
}

async function mutationTest(mutate: string[], tests: readonly string[], tempDirName: string): Promise<Mutant[]> {
  console.log(mutate.join(' '));
  const stryker = new Stryker({
    mutate,
    tempDirName,
    disableTypeChecks: false, // Node strips the types, and checks none
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules'],
    jest: {
      enableFindRelatedTests: false, // all that start the service are related to all files
      configFile: 'test/mutation/jest.config.js',
      config: { testMatch: tests.map((test) => `<rootDir>/${test}.test.ts`) },
    },
    concurrency: 2,
    maxTestRunnerReuse: 25, // Jest keeps the memory of ES modules
    timeoutMS: 10_000,
    timeoutFactor: 2,
    logLevel: 'warn' as LogLevel,
    reporters: ['progress-append-only'],
  });
  return await stryker.runMutationTest();
}

async function describeMutant(mutant: Mutant): Promise<Survivor> {
  const file = fileOf(mutant);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const { start, end } = mutant.location;
  const [first = '', ...rest] = lines.slice(start.line - 1, end.line);
  const last = rest.pop();
  const original =
    last === undefined
      ? first.slice(start.column - 1, end.column - 1)
      : [first.slice(start.column - 1), ...rest, last.slice(0, end.column - 1)].join(' ');
  return { file, line: quote(first), mutation: `${brief(original)} -> ${brief(mutant.replacement ?? '')}`, reason: '' };
}

function isKilled({ status }: Mutant): boolean {
  return status !== 'Survived' && status !== 'NoCoverage';
}

function fileOf({ fileName }: Mutant): string {
  return relative(root, fileName).replaceAll('\\', '/');
}

function isSame(one: Survivor, other: Survivor): boolean {
  return one.file === other.file && one.line === other.line && one.mutation === other.mutation;
}

/** Code in one line, cut where it is long. */
function brief(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
