import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../lint/offline.ts';
import { answersBy, checksBy, type Result, type Run } from './conformance.ts';

/** Runs Dredd over every documented answer, against the real service on a database of its own. */
export async function runDredd(): Promise<Run> {
  const finished = await run(['scripts/dredd.ts']);
  return { by: answersBy, command: 'npm run dredd', ...finished, results: dreddResults(finished.output) };
}

/** An answer passed where Dredd said so, and nothing was found wrong with it afterwards. */
export function dreddResults(output: string): Result[] {
  const reasons = new Map(
    [...output.matchAll(/^((?:[A-Z]+ \/|\d{3} )[^:\n]*): (.+)$/gm)].map(([, name, why]) => [name, why]),
  );
  const outcomes = [...output.matchAll(/^(pass|fail|error): (.+) duration: \d+ms$/gm)];
  // What fails is told twice.
  const results = outcomes.map(([, outcome, name = '']): [string, Result] => {
    const reason = reasons.get(name);
    if (outcome === 'pass' && reason === undefined) return [name, { name, passed: true }];
    return [name, { name, passed: false, reason: reason ?? 'Dredd gave no reason' }];
  });
  return [...new Map(results).values()];
}

/** Runs the tests of the order of the checks, against the real service on a database of their own. */
export async function runPrecedence(): Promise<Run> {
  const directory = await mkdtemp(join(tmpdir(), 'contract-report-'));
  try {
    const file = join(directory, 'jest.json');
    const jest = [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--config',
      'test/jest.config.js',
      '--json',
      '--outputFile',
      file,
    ];
    const finished = await run([...jest, checksBy]);
    const results = jestResults(await readFile(file, 'utf8').catch(() => '{}'));
    return { by: checksBy, command: `npm run test:jest -- ${checksBy}`, ...finished, results };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Jest's own account of a run. A test that was skipped showed nothing. */
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
