import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operationsOf, type PlacedOperation } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { documentedResponses } from '../../contract/document/responses.ts';
import { connect, type Database } from '../../contract/dredd/database.ts';
import { Given } from '../../contract/dredd/given.ts';
import { setScene } from '../../contract/dredd/scene.ts';
import { suiteOf } from '../../contract/dredd/suites.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { exampleRequest } from '../support/example-request.ts';

const player = { id: 'ann', token: 'a token' };
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

const [operation] = operationsOf(readContract()) as [PlacedOperation];

/** The scene of responses, in the order of the checks. */
async function scene(names: readonly string[], own = true) {
  const documented = documentedResponses(readContract());
  const provoked = names.flatMap((name) => documented.filter((response) => response.name === name));
  return await setScene(suiteOf('openapi.yaml'), exampleRequest(operation), provoked, { player, database, own });
}

async function rows() {
  const [counts] = await database.query(
    `select (select count(*)::int from daily_completion) as completions,
            (select count(*)::int from scheduled_submission) as submissions`,
  );
  return counts;
}

const none = { completions: 0, submissions: 0 };

test.each([
  { order: 'before', names: ['POST /api/submit-verse 429', 'GET /api/submissions 500'] },
  { order: 'after', names: ['GET /api/submissions 500', 'POST /api/submit-verse 429'] },
])('a state inserts rows $order one that breaks the database, and both are undone', async ({ names }) => {
  const undo = await scene(names);
  await expect(rows()).rejects.toThrow('relation "scheduled_submission" does not exist');
  await expect(database.query('select user_id from hidden_submission')).resolves.toEqual([{ user_id: player.id }]);
  await undo.disposeAsync();
  await expect(rows()).resolves.toEqual(none);
});

test('rows are deleted if a later state cannot be set up', async () => {
  const names = ['GET /api/submissions 500', 'POST /api/submit-verse 429'];
  await expect(scene(names, false)).rejects.toThrow('a database that it may fill or break');
  await expect(rows()).resolves.toEqual(none);
});

test('a state reads back what it inserted', async () => {
  const given = new Given(exampleRequest(operation), { player, database, own: true });
  const past = await given.submission();
  await database.deleteRowsOf(player.id); // because of the cooldown
  const future = await given.submission({ scheduledDate: '2100-01-01' });
  const stored = await given.query(
    `select id::integer, scheduled_date::text as "scheduledDate" from scheduled_submission`,
  );
  await database.deleteRowsOf(player.id);
  expect(stored).toEqual([future]);
  expect(future.scheduledDate).toBe('2100-01-01');
  expect(Date.parse(past.scheduledDate)).toBeLessThan(Date.now());
});
