import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { Postgres } from '../faults/postgres.ts';
import { TestService } from '../support/service.ts';

/** What the service promises. */
const slowestAnswerMs = 5_000;

/** Sends a submission, and says how long its answer took. */
async function timed(service: TestService, player: string) {
  const begun = performance.now();
  const { status } = await service.submit(player);
  return { status, ms: performance.now() - begun };
}

test('a statement that does not end is given up, with its connection', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '1' } });
  const { database } = service;
  await database.query(`
    create function sleep() returns trigger language plpgsql as $$
    begin
      if new.user_id like 'slow %' then perform pg_sleep(20); end if;
      return new;
    end $$`);
  await database.query(
    'create trigger sleep before insert on scheduled_submission for each row execute function sleep()',
  );
  await service.solve(['slow 1', 'fast 1', 'fast 2']);

  const slow = await timed(service, 'slow 1');
  expect(slow.status).toBe(500);
  expect(slow.ms).toBeLessThan(slowestAnswerMs);

  // It holds the calendar's lock on the server as long as it sleeps: the others do not get it, but they get an answer.
  const waiting = await timed(service, 'fast 1');
  expect(waiting.status).toBe(500);
  expect(waiting.ms).toBeLessThan(slowestAnswerMs);

  await database.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'");
  expect((await timed(service, 'fast 2')).status).toBe(201);
});

test('more requests than the pool and the batches can take, while the tables are locked', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '2' } });
  const players = Array.from({ length: 300 }, (_, index) => `player ${index}`);
  await service.solve([...players, 'later']);
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query('begin; lock table scheduled_submission');

  const early = players.slice(0, 150).map((player) => timed(service, player));
  await setTimeout(1_000);
  const late = players.slice(150).map((player) => timed(service, player));
  const answers = await Promise.all([...early, ...late]);
  await client.query('rollback');
  await client.end();

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(slowestAnswerMs);
  expect((await service.submit('later')).status).toBe(201);
  // Those who were given up before their turn are not reserved for afterwards.
  expect(await service.submissions()).toHaveLength(1);
});

test('the limits of a reservation end with it', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '1' } });
  const { database } = service;
  await database.query('create table seen (setting text, value text)');
  await database.query(`
    create function look() returns trigger language plpgsql as $$
    begin
      insert into seen select name, setting from pg_settings
      where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout');
      return new;
    end $$`);
  await database.query(
    'create trigger look before insert on scheduled_submission for each row execute function look()',
  );
  await service.solve('player');

  expect((await service.submit('player')).status).toBe(201);

  expect(await database.query('select * from seen order by setting')).toEqual([
    { setting: 'idle_in_transaction_session_timeout', value: '3000' },
    { setting: 'lock_timeout', value: '1500' },
    { setting: 'statement_timeout', value: '0' },
  ]);
});

test('a commit that no standby confirms is no 201, even where PostgreSQL stops waiting and reports success', async () => {
  await using postgres = await Postgres.start();
  await using service = await TestService.start({
    database: { url: postgres.serviceUrl, query: (...args) => postgres.query(...args), drop: async () => {} },
  });
  await service.solve(['unconfirmed', 'cancelled', 'confirmed']);
  await postgres.change('synchronous_standby_names', "'nobody'");
  const cancelWaiting = () =>
    postgres.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");

  const unconfirmed = await timed(service, 'unconfirmed');
  while ((await cancelWaiting()).length === 0);
  const answer = timed(service, 'cancelled');
  while ((await cancelWaiting()).length === 0);
  const cancelled = await answer;
  await postgres.change('synchronous_standby_names', "''");

  expect([unconfirmed.status, cancelled.status]).toEqual([500, 500]);
  expect(unconfirmed.ms).toBeLessThan(slowestAnswerMs);
  expect(cancelled.ms).toBeLessThan(1_000); // PostgreSQL did report success
  // The outcome was unknown. It shows now, and nobody has got a second date.
  expect((await service.submit('cancelled')).status).toBe(429);
  expect((await service.submit('confirmed')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(3);
});
