import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type CaseResult, casesOf, testedContracts } from '../../contract/dredd/cases.ts';
import { connect, type Database } from '../../contract/dredd/database.ts';
import { Unavailable } from '../../contract/dredd/given.ts';
import { setScene } from '../../contract/dredd/rows.ts';
import { Session } from '../../contract/dredd/session.ts';
import { printSummary } from '../../contract/dredd/summary.ts';
import { withTarget } from '../../contract/dredd/target.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const player = { id: 'ann', token: 'a token', sign: () => 'another token', people: new Set(['ann']) };
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await connect(testDatabase.url);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase.drop();
});

const cases = testedContracts.flatMap((file) => casesOf(file).map((each) => ({ ...each, file })));

/** The scene of cases, in the order of the checks; the request is that of the first. */
async function scene(names: readonly string[], scratch: boolean, own = scratch) {
  const found = names.flatMap((name) => cases.filter((each) => each.name === name));
  const [first] = found as [(typeof cases)[0]];
  const left = { verses: 0 };
  const { signal: interrupted } = new AbortController();
  const session = new Session({ url: '', newPlayer: undefined, database, own, scratch, left, interrupted });
  session.player = player;
  const states = found.flatMap((each) => each.states);
  return (await setScene(first.placed, states, session)).undo;
}

async function rows() {
  const [counts] = await database.query(
    `select (select count(*)::int from daily_completion) + (select count(*)::int from scheduled_submission)
          + (select count(*)::int from blocked_date) + (select count(*)::int from calendar_change) as all`,
  );
  return counts;
}

const none = { all: 0 };

describe('the states of several responses at once', () => {
  test.each([
    { order: 'before', names: ['POST /api/submit-verse 429', 'GET /api/submissions 500'] },
    { order: 'after', names: ['GET /api/submissions 500', 'POST /api/submit-verse 429'] },
  ])('one inserts rows $order one that breaks the database, and both are undone', async ({ names }) => {
    const undo = await scene(names, true);
    await expect(rows()).rejects.toThrow('relation "scheduled_submission" does not exist');
    await expect(database.query('select user_id from hidden_scheduled_submission')).resolves.toEqual([
      { user_id: player.id },
    ]);
    await undo.disposeAsync();
    await expect(rows()).resolves.toEqual(none);
  });

  test('rows are deleted if a later state cannot be set up', async () => {
    const names = ['GET /api/submissions 500', 'POST /api/submit-verse 429'];
    await expect(scene(names, false)).rejects.toThrow('a database that it may fill or break');
    await expect(rows()).resolves.toEqual(none);
  });
});

test.each(testedContracts)('a running service is neither broken nor filled by the states of %s', async (file) => {
  const responses = cases.filter((each) => each.file === file && each.expected?.name === each.name);
  const kept: string[] = [];
  for (const { name } of responses) {
    try {
      await using _ = await scene([name], false);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      kept.push(name);
    }
  }
  await expect(rows()).resolves.toEqual(none);
  // A pause concerns every player, and proxies reject what has no host.
  const needOwn = responses.map(({ name }) => name).filter((name) => / 500$|pause 200$|^400 BadRequest$/.test(name));
  expect(kept.toSorted()).toEqual(needOwn.toSorted());
});

test("a database that is not the service's is rejected", async () => {
  await expect(connect(process.env['TEST_POSTGRES_URL'] ?? '')).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: it has no table blocked_date, table calendar_change, table daily_completion, table scheduled_submission',
  );
});

test('so is one that lacks a column, which one line names', async () => {
  const other = await createTestDatabase();
  await other.query('alter table scheduled_submission drop column moved_from; drop table calendar_change');
  await expect(connect(other.url)).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used: it has no column scheduled_submission\.moved_from, table calendar_change$/,
  );
  await other.drop();
});

test('the errors that a run provokes go to its log', async () => {
  const directory = await temporaryDirectory();
  const log = join(directory, 'reports/dredd.log');
  await withTarget(async ({ url, newPlayer, database }) => {
    const player = newPlayer?.();
    await database?.query('drop table scheduled_submission');
    await fetch(`${url}/api/submissions`, { headers: { Authorization: `Bearer ${player?.token}` } });
  }, log);
  expect(await readFile(log, 'utf8')).toContain('relation \\"scheduled_submission\\" does not exist');
  await rm(directory, { recursive: true });
});

test('the summary has equal faults once, absent operations once, and headers apart', () => {
  const header = { part: 'headers', text: 'the header ETag is missing' } as const;
  const body = { part: 'body', text: 'body/error is "x" instead of "y"' } as const;
  const failed = (name: string, status: number, ...faults: NonNullable<CaseResult['faults']>) => {
    return { name, operation: name.slice(0, -4), passed: false, status, faults };
  };
  const results: CaseResult[] = [
    ...[failed('POST /a 400', 400, header), failed('POST /a 403', 400, header, body), failed('GET /b 200', 404)],
    { name: 'POST /a 500', expected: '500', operation: 'POST /a', passed: false, needs: 'a database' },
  ];
  const histories = { seed: 1, requests: 9, failures: [['curl']], unasked: ['tokens'] };
  const { passed, printed, faults } = summaryOf(results, { log: 'a.log', versesLeft: 2, verbose: true, histories });
  expect(passed).toBe(false);
  expect(printed).toEqual([
    'Skipped, since each needs a database:',
    '  POST /a 500',
    '0 passed, 3 failed, 1 skipped; no 500 was requested; 9 requests at random (--seed 1): 1 failures; not asked: tokens; the run leaves 2 verses in the calendar',
  ]);
  expect(faults).toEqual([
    'Operations that are not there (404 to each request):',
    '  GET /b',
    'Status, body or order:',
    '  body/error is "x" instead of "y" (1): POST /a 403',
    'Headers, the only faults of 1:',
    '  the header ETag is missing (2): POST /a 400, POST /a 403',
    'A history that the contract excludes:',
    'curl',
    "The service's errors, provoked ones included: a.log",
  ]);
});

test.each([
  { requireAll: false, passes: true },
  { requireAll: true, passes: false },
])('with requireAll: $requireAll, a run that skipped a response passes: $passes', ({ requireAll, passes }) => {
  const results: CaseResult[] = [
    { name: 'POST /a 201', expected: '201', operation: 'POST /a', passed: true },
    { name: 'POST /a 201 again', expected: '201', operation: 'POST /a', passed: false, needs: 'a database' },
    { name: 'POST /a 500', expected: '500', operation: 'POST /a', passed: false, needs: 'a database' },
  ];
  const { passed, printed } = summaryOf(results, { requireAll });
  expect(passed).toBe(passes);
  expect(printed?.at(-1)).toBe('1 passed, 0 failed, 2 skipped; no 500 was requested');
});

/** What the summary of a run prints. */
function summaryOf(results: readonly CaseResult[], run: Parameters<typeof printSummary>[1]) {
  const [log, error] = [jest.spyOn(console, 'log').mockReturnValue(), jest.spyOn(console, 'error').mockReturnValue()];
  const passed = printSummary(results, run);
  const [printed, faults] = [log, error].map((spy) => spy.mock.calls.map(([line]) => line));
  jest.restoreAllMocks();
  return { passed, printed, faults };
}
