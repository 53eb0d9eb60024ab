import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faults } from '../../contract/dredd/faults.ts';
import { root } from '../../src/root.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';

/** As package.json has it: Dredd's own dependencies use what Node warns of. */
const noWarnings = ['--disable-warning=DEP0060', '--disable-warning=Warning'];

/** Dredd loads its hooks in a way that does not work inside Jest, so each run has a process of its own. */
function dredd(...options: string[]): RunningScript {
  return new RunningScript(root, [...noWarnings, 'scripts/dredd.ts', ...options], {
    TMPDIR: directory,
  });
}

let directory: string;
let withoutFault: RunningScript;
let withFault: RunningScript;
let withEachFault: RunningScript;
/** What the run with each fault, by its name, was not content with. */
let outcomes: Map<string, { colour: string; reasons: string[] }>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verse-submissions-conformance-'));
  withoutFault = dredd();
  withFault = dredd('--fault', 'a missing member');
  withEachFault = dredd('--faults');
  await Promise.all([withoutFault.exitCode, withFault.exitCode, withEachFault.exitCode]);
  const blocks = withEachFault.stdout.matchAll(/^(green|red): (.*)\n((?: {2}.*\n)*)/gm);
  outcomes = new Map(
    [...blocks].map(([, colour = '', name = '', lines = '']) => [
      name,
      { colour, reasons: lines.split('\n').slice(0, -1) },
    ]),
  );
}, 120_000);
afterAll(async () => {
  await rm(directory, { recursive: true });
});

test('every documented answer is shown, each kind of 400 on its own', async () => {
  await expect(withoutFault.exitCode).resolves.toBe(0);
  expect([...withoutFault.stdout.matchAll(/^pass: (.*) duration/gm)].map(([, name]) => name)).toEqual([
    'POST /api/submit-verse 201',
    'POST /api/submit-verse 400 InvalidJsonBody',
    'POST /api/submit-verse 400 InvalidLocalDate',
    'POST /api/submit-verse 400 InvalidVerse',
    'POST /api/submit-verse 401',
    'POST /api/submit-verse 403',
    'POST /api/submit-verse 413',
    'POST /api/submit-verse 429',
    'POST /api/submit-verse 500',
    '404 NotFound',
    '405 MethodNotAllowed',
  ]);
  expect(withoutFault.stdout).toContain('11 passing, 0 failing, 0 errors, 0 skipped, 11 total');
  expect(withoutFault.stderr).toBe('');
});

test('one fault fails the run', async () => {
  await expect(withFault.exitCode).resolves.toBe(1);
  expect(withFault.stdout).toContain('10 passing, 1 failing, 0 errors, 0 skipped, 11 total');
});

describe('of the runs with each fault in turn', () => {
  test('the one without a fault is green', () => {
    expect(outcomes.get('no fault')).toEqual({ colour: 'green', reasons: [] });
  });

  test.each(faults)('the one with $name is red, for that reason alone', ({ name, reason }) => {
    const { colour, reasons = [] } = outcomes.get(name) ?? {};
    expect(colour).toBe('red');
    expect(reasons).not.toEqual([]);
    expect(reasons.filter((given) => !reason.test(given))).toEqual([]);
  });

  test('the exit code says that all were noticed', async () => {
    await expect(withEachFault.exitCode).resolves.toBe(0);
    expect(withEachFault.stderr).toBe('');
  });
});

test('Ctrl-C leaves nothing behind, and neither did the runs before', async () => {
  const run = dredd();
  await run.printed(/^pass/m);
  const [data = ''] = await readdir(directory);
  const postgres = Number.parseInt(await readFile(join(directory, data, 'postgres/postmaster.pid'), 'utf8'), 10);
  expect(isAlive(postgres)).toBe(true);
  await expect(run.kill('SIGINT')).resolves.toBe(1);
  expect(run.stderr).toContain('Interrupted by SIGINT');
  await ended(postgres);
  await expect(readdir(directory)).resolves.toEqual([]);
});
