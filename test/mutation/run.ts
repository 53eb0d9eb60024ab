/**
 * Changes the code in one place at a time (a mutant), and runs the tests nearest to it, which must notice.
 *
 *   npm test -- mutation           all of it
 *   npm test -- mutation src/auth  the files whose paths begin with this
 *
 * Exits 1 when fewer than 85 % of the mutants are killed, when one survives that survivors.json does not list, or when it lists one that is killed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { LogLevel } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../../src/root.ts';
import globalSetup from '../support/global-setup.ts';
import globalTeardown from '../support/global-teardown.ts';
import { nearest } from './nearest.ts';
import { quote, readSurvivors, type Survivor } from './survivors.ts';

const leastKilled = 0.85;

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const [path = ''] = process.argv.slice(2);
process.chdir(root); // what the mutation tester copies
const listed = await readSurvivors();
const mutants = await testMutants();
const isKilled = ({ status }: Mutant) => status !== 'Survived' && status !== 'NoCoverage';
const survivors = await Promise.all(mutants.filter((mutant) => !isKilled(mutant)).map(describeMutant));
const unlisted = survivors.filter((survivor) => !listed.some((other) => isSame(survivor, other)));
const outdated = listed.filter(
  (other) => mutants.some((mutant) => fileOf(mutant) === other.file) && !survivors.some((it) => isSame(it, other)),
);

console.table(
  Object.fromEntries(
    Object.entries(Object.groupBy(mutants, (mutant) => dirname(fileOf(mutant)))).map(([folder, those = []]) => {
      const killed = those.filter(isKilled).length;
      return [folder, { mutants: those.length, killed, share: percent(killed, those.length) }];
    }),
  ),
);
const killed = mutants.filter(isKilled).length;
console.log(`${killed} of ${mutants.length} mutants are killed: ${percent(killed, mutants.length)}`);
if (unlisted.length > 0) console.log(`Not in survivors.json:\n${JSON.stringify(unlisted, undefined, 2)}`);
if (outdated.length > 0) console.log(`In survivors.json, but killed:\n${JSON.stringify(outdated, undefined, 2)}`);
if (killed < leastKilled * mutants.length || unlisted.length > 0 || outdated.length > 0) process.exitCode = 1;

/** One PostgreSQL for all runs; the mutation tester's own are in a copy of the project each. */
async function testMutants(): Promise<Mutant[]> {
  const directory = await mkdtemp(join(tmpdir(), 'verse-mutants-'));
  await globalSetup();
  try {
    const results: Mutant[] = [];
    for (const { files, tests } of nearest) {
      const mutate = files.filter((file) => file.startsWith(path));
      if (mutate.length > 0) results.push(...(await mutationTest(mutate, tests, directory)));
    }
    return results;
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

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
