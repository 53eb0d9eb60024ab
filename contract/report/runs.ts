import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runDredd } from '../dredd/dredd.ts';
import { testedContracts } from '../dredd/suites.ts';
import { withTarget } from '../dredd/target.ts';
import { run } from '../lint/offline.ts';
import { checksBy, type Result, type Run, responsesBy } from './conformance.ts';

/**
 * Runs Dredd for each contract that it tests, against the real service on a database of its own.
 *
 * @throws Error when Dredd cannot run at all, or a signal interrupts it
 */
export async function dreddRun(): Promise<Run> {
  const results = await withTarget(async (target) => {
    const all: Result[] = [];
    for (const file of testedContracts) all.push(...(await runDredd(file, target, { silent: true })));
    return all;
  });
  const passed = results.every((result) => result.passed);
  return { by: responsesBy, command: 'npm run dredd', passed, output: '', results };
}

/** Runs the tests of the order of the checks, against the real service on a database of their own. */
export async function precedenceRun(): Promise<Run> {
  const directory = await mkdtemp(join(tmpdir(), 'contract-report-'));
  try {
    const file = join(directory, 'jest.json');
    const { exitCode, output } = await run([
      'node_modules/jest/bin/jest.js',
      ...['--config', 'test/jest.config.js'],
      ...['--json', '--outputFile', file],
      checksBy,
    ]);
    const results = jestResults(await readFile(file, 'utf8').catch(() => '{}'));
    return { by: checksBy, command: `npm test -- jest ${checksBy}`, passed: exitCode === 0, output, results };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Reads Jest's JSON report. A skipped test showed nothing. */
export function jestResults(json: string): Result[] {
  const { testResults = [] } = JSON.parse(json) as { testResults?: { assertionResults: Assertion[] }[] };
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ title, status, failureMessages: [reason = ''] }) =>
      status === 'passed'
        ? { name: title, passed: true }
        : { name: title, passed: false, reason: stripVTControlCharacters(reason) },
    );
}

interface Assertion {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}
