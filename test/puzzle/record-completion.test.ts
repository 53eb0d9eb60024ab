import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { site, TestService, token, validSubmission } from '../support/service.ts';

const today = validSubmission.localDate;
const service = await TestService.start({ puzzle: true });
const { database } = service;
beforeEach(() => database.query('truncate daily_completion'));
afterAll(() => service[Symbol.asyncDispose]());

const recordBy = (instance: TestService) => async (player: string) =>
  (await instance.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`)).status;
const record = recordBy(service);

/** The statuses of those that are not recorded. */
const failures = async (statuses: Promise<number>[]) =>
  (await Promise.all(statuses)).filter((status) => status !== 204);

const players = async () =>
  (await database.query<{ player: string }>('select anonymous_id as player from daily_completion'))
    .map(({ player }) => player)
    .sort();

test('lets the player submit, however often it is recorded', async () => {
  expect((await service.submit('ann')).status).toBe(403);
  for (let times = 0; times < 2; times++) expect(await record('ann')).toBe(204);
  expect(await players()).toEqual(['ann']);
  expect((await service.submit('ann')).status).toBe(201);
});

test('takes players as they are', async () => {
  const odd = ['a/b', 'a%2Fb', 'Zoë ☃ 🙂', ' ', 'a?b#c', '🙂'.repeat(255)];
  expect(await failures(odd.map(record))).toEqual([]);
  expect(await players()).toEqual(odd.toSorted());
});

test('rejects what is no player', async () => {
  const headers = { Authorization: `Bearer ${await token('site', site)}` };
  for (const [player, status] of Object.entries({ ['x'.repeat(256)]: 400, '%00': 400, '%ff': 404 })) {
    const url = new URL(`/puzzle/api/completions/${today}/${player}`, service.url);
    expect((await fetch(url, { method: 'PUT', headers })).status).toBe(status);
  }
  expect(await players()).toEqual([]);
});

const names = Array.from({ length: 40 }, (_, index) => `player ${index}`);

test('while another transaction deletes a completion, which counts until then, others are recorded', async () => {
  await service.solve('ann');
  const other = await OpenTransaction.begin(database, "delete from daily_completion where anonymous_id = 'ann'");
  const failed = await failures(['ann', ...names, 'ann'].map(record));
  await other.rollback();
  expect(failed).toEqual([]);
});

test('while another program inserts a hundred, others are recorded, and those once it has ended', async () => {
  const other = await OpenTransaction.begin(
    database,
    `insert into daily_completion (anonymous_id, date) select 'other ' || number, '${today}' from generate_series(1, 100) as number`,
  );
  const others = Array.from({ length: 100 }, (_, index) => `other ${index + 1}`);
  const waiting = Promise.all(others.map(record));
  const failed = await failures(names.map(record));
  const recorded = await players();
  await other.rollback();
  expect([failed, recorded.length]).toEqual([[], names.length]);
  // On a busy machine, the others take all the time that these have.
  const statuses = await waiting;
  expect(await failures(others.filter((_, index) => statuses[index] !== 204).map(record))).toEqual([]);
  expect(await players()).toHaveLength(names.length + others.length);
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
  await using other = await TestService.start({ database, puzzle: true });
  const failed = await failures([...names.map(record), ...names.toReversed().map(recordBy(other))]);
  await database.query('drop function sleep cascade');
  expect(failed).toEqual([]);
  expect(await players()).toEqual(names.toSorted());
});

test('while other players are erased and exported, all are recorded', async () => {
  const lock = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const erased = Array.from({ length: 20 }, (_, index) => service.puzzle('DELETE', `players/erased ${index}`));
  await lock.awaited();
  const failed = await failures(names.map(record));
  await lock.rollback();
  await Promise.all(erased);
  expect(failed).toEqual([]);
});
