import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { reserveDates } from '../../src/calendar/reserve-dates.ts';
import { reservationLimits } from '../../src/database/limits.ts';
import { createOrm } from '../../src/database/orm.ts';
import { Postgres } from '../support/postgres.ts';
import { TestService } from '../support/service.ts';

/** What the service promises. */
const slowestResponseMs = 5_000;

/** Sends a submission, and says how long its answer took. */
async function timed(service: TestService, player: string) {
  const begun = performance.now();
  const { status } = await service.submit(player);
  return { status, ms: performance.now() - begun };
}

test('a statement that does not end is given up', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '1' } });
  const { database } = service;
  await database.query(`
    create function sleep() returns trigger language plpgsql as $$
    begin
      if new.user_id = 'slow' then perform pg_sleep(20); end if;
      return new;
    end $$`);
  await database.query(
    'create trigger sleep before insert on scheduled_submission for each row execute function sleep()',
  );
  await service.solve(['slow', 'fast']);

  const slow = await timed(service, 'slow');
  expect(slow.status).toBe(500);
  expect(slow.ms).toBeLessThan(slowestResponseMs);

  // PostgreSQL has given it up too: it does not keep the calendar's lock.
  expect((await service.submit('fast')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(1);
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
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(slowestResponseMs);
  expect((await service.submit('later')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(1);
});

test('a request that times out before its turn is dropped: nothing is reserved for it afterwards', async () => {
  await using service = await TestService.start();
  const players = Array.from({ length: 250 }, (_, index) => `player ${index}`);
  await service.solve([...players, 'later']);
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query('select pg_advisory_lock(727002)'); // the calendar's

  const answers = await Promise.all(players.map((player) => timed(service, player)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(slowestResponseMs);
  await client.query('select pg_advisory_unlock_all()');
  await client.end();

  // Its batch is the next one: it comes after all of those that waited for the lock.
  expect((await service.submit('later')).status).toBe(201);
  const stored = (await service.submissions()).map(({ user_id }) => user_id);
  expect(stored).toContain('later');
  // The batches of the first player and of a hundred others had begun; the rest waited for their turn.
  expect(stored.length).toBeLessThanOrEqual(102);
});

test('a reservation has limits of its own, which end with it', async () => {
  await using service = await TestService.start();
  const { database } = service;
  await database.query('create table seen (setting text, value text)');
  const look = `
    select name as setting, setting as value from pg_settings
    where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`;
  await database.query(`
    create function look() returns trigger language plpgsql as $$
    begin
      insert into seen ${look};
      return new;
    end $$`);
  await database.query(
    'create trigger look before insert on scheduled_submission for each row execute function look()',
  );
  const orm = createOrm(database.url, 1, pino({ level: 'silent' }));

  await reserveDates(orm.em, { leadDays: 7, windowDays: 14, horizonDays: 365 }, [
    {
      userId: 'player',
      verse: { bookId: 'JHN', chapter: 3, verse: 16 },
      idempotencyKey: undefined,
      now: Temporal.Now.instant(),
    },
  ]);
  const afterwards = await orm.em.fork().execute(look);
  await orm.close();

  const settings = (idle: number, lock: number, statement: number) => [
    { setting: 'idle_in_transaction_session_timeout', value: String(idle) },
    { setting: 'lock_timeout', value: String(lock) },
    { setting: 'statement_timeout', value: String(statement) },
  ];
  const { lockMs, statementMs, idleMs } = reservationLimits;
  expect(await database.query('select * from seen order by setting')).toEqual(settings(idleMs, lockMs, statementMs));
  expect(afterwards).toEqual(settings(0, 0, 0));
});

test('a commit that no standby confirms is no 201, even where PostgreSQL stops waiting and reports success', async () => {
  await using postgres = await Postgres.start();
  await using service = await TestService.start({
    database: {
      url: postgres.adminUrl,
      serviceUrl: postgres.serviceUrl,
      query: (...args) => postgres.query(...args),
      drop: async () => {},
    },
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
  expect(unconfirmed.ms).toBeLessThan(slowestResponseMs);
  expect(cancelled.ms).toBeLessThan(1_000); // PostgreSQL did report success
  // The outcome was unknown. It shows now, and nobody has got a second date.
  expect((await service.submit('cancelled')).status).toBe(429);
  expect((await service.submit('confirmed')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(3);
});
