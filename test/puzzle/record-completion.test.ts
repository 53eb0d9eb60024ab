import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { failInserts } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { site, TestService, token, validSubmission } from '../support/service.ts';

const today = validSubmission.localDate;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const players = async () =>
  (await database.query<{ player: string }>('select anonymous_id as player from daily_completion')).map(
    ({ player }) => player,
  );

test('lets the player submit, however often it is recorded', async () => {
  await using service = await TestService.start({ database, puzzle: true });
  expect((await service.submit('ann')).status).toBe(403);
  for (let times = 0; times < 2; times++) {
    expect((await service.puzzle('PUT', `completions/${today}/ann`)).status).toBe(204);
  }
  expect(await players()).toEqual(['ann']);
  expect((await service.submit('ann')).status).toBe(201);
});

test.each(['a/b', 'a%2Fb', 'Zoë ☃ 🙂', ' ', 'a?b#c', '🙂'.repeat(255)])(
  'takes the player %j as it is',
  async (player) => {
    await using service = await TestService.start({ database, puzzle: true });
    expect((await service.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`)).status).toBe(204);
    expect(await players()).toEqual([player]);
  },
);

test.each([
  ['x'.repeat(256), 400],
  ['%00', 400],
  ['%ff', 404],
])('rejects the player %s with %i', async (player, status) => {
  await using service = await TestService.start({ database, puzzle: true });
  const response = await fetch(new URL(`/puzzle/api/completions/${today}/${player}`, service.url), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${await token('site', site)}` },
  });
  expect(response.status).toBe(status);
  expect(await players()).toEqual([]);
});

const record = (service: TestService) => async (player: string) =>
  (await service.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`)).status;
const names = Array.from({ length: 40 }, (_, index) => `player ${index}`);

test.each([
  ['deletes', 'as it is there', "delete from daily_completion where anonymous_id = 'ann'", 204],
  ['inserts', 'which waits', `insert into daily_completion (anonymous_id, date) values ('bob', '${today}')`, 500],
])('while another transaction %s a completion, %s, others are recorded', async (_verb, _what, statement, status) => {
  await database.query(`insert into daily_completion (anonymous_id, date) values ('ann', '${today}')`);
  await using service = await TestService.start({ database, puzzle: true });
  const other = await OpenTransaction.begin(database, statement);
  const odd = Array.from({ length: 6 }, () => record(service)(status === 204 ? 'ann' : 'bob'));
  expect(new Set(await Promise.all(names.map(record(service))))).toEqual(new Set([204]));
  expect(new Set(await Promise.all(odd))).toEqual(new Set([status]));
  await other.rollback();
});

test('of which the database rejects one, the others are recorded', async () => {
  await failInserts(database, '23514', 1_000, "new.anonymous_id = 'player 5'", 'daily_completion');
  await using service = await TestService.start({ database, puzzle: true });
  const statuses = await Promise.all(names.map(record(service)));
  expect(statuses).toEqual(names.map((name) => (name === 'player 5' ? 500 : 204)));
  expect(await players()).toHaveLength(names.length - 1);
});

test('while another program inserts a hundred, others are recorded, and those once it has ended', async () => {
  await using service = await TestService.start({ database, puzzle: true });
  const other = await OpenTransaction.begin(
    database,
    `insert into daily_completion (anonymous_id, date) select 'other ' || number, '${today}' from generate_series(1, 100) as number`,
  );
  const waiting = Promise.all(Array.from({ length: 100 }, (_, index) => record(service)(`other ${index + 1}`)));
  expect(new Set(await Promise.all(names.map(record(service))))).toEqual(new Set([204]));
  expect(await players()).toHaveLength(names.length);
  await other.rollback();
  // On a busy machine, the others take all the time that these have.
  const tooLate = (await waiting).flatMap((status, index) => (status === 204 ? [] : [`other ${index + 1}`]));
  expect(new Set(await Promise.all(tooLate.map(record(service))))).toEqual(new Set(tooLate.map(() => 204)));
  expect(await players()).toHaveLength(names.length + 100);
});

test('of two instances, with the same players in opposite orders, all are recorded', async () => {
  // Each row takes a while, so that the two would wait for each other's.
  await database.query(`
    create function sleep() returns trigger language plpgsql as $$
    begin
      assert current_setting('transaction_isolation') = 'read committed'; -- to see what it waited for
      perform pg_sleep(0.005);
      return new;
    end $$;
    create trigger sleep before insert on daily_completion for each row execute function sleep()`);
  await using one = await TestService.start({ database, puzzle: true });
  await using other = await TestService.start({ database, puzzle: true });
  const statuses = await Promise.all([...names.map(record(one)), ...names.toReversed().map(record(other))]);
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect((await players()).toSorted()).toEqual(names.toSorted());
});

test('while other players are erased and exported, all are recorded', async () => {
  const lock = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  await using service = await TestService.start({ database, puzzle: true });
  const erased = Array.from({ length: 20 }, (_, index) => service.puzzle('DELETE', `players/erased ${index}`));
  await lock.awaited();
  expect(new Set(await Promise.all(names.map(record(service))))).toEqual(new Set([204]));
  await lock.rollback();
  await Promise.all(erased);
});
