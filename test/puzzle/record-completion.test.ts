import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
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

test('takes players as they are', async () => {
  await using service = await TestService.start({ database, puzzle: true });
  const odd = ['a/b', 'a%2Fb', 'Zoë ☃ 🙂', ' ', 'a?b#c', '🙂'.repeat(255)];
  for (const player of odd) {
    expect((await service.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`)).status).toBe(204);
  }
  expect((await players()).toSorted()).toEqual(odd.toSorted());
});

test('rejects what is no player', async () => {
  await using service = await TestService.start({ database, puzzle: true });
  const headers = { Authorization: `Bearer ${await token('site', site)}` };
  for (const [player, status] of Object.entries({ ['x'.repeat(256)]: 400, '%00': 400, '%ff': 404 })) {
    const url = new URL(`/puzzle/api/completions/${today}/${player}`, service.url);
    expect((await fetch(url, { method: 'PUT', headers })).status).toBe(status);
  }
  expect(await players()).toEqual([]);
});

const record = (service: TestService) => async (player: string) =>
  (await service.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`)).status;
const names = Array.from({ length: 40 }, (_, index) => `player ${index}`);

test('while another transaction deletes a completion, which counts until then, others are recorded', async () => {
  await database.query(`insert into daily_completion (anonymous_id, date) values ('ann', '${today}')`);
  await using service = await TestService.start({ database, puzzle: true });
  const other = await OpenTransaction.begin(database, "delete from daily_completion where anonymous_id = 'ann'");
  const statuses = await Promise.all(['ann', ...names, 'ann'].map(record(service)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  await other.rollback();
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
