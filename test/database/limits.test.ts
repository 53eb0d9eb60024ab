import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { reserveDates } from '../../src/calendar/reservation.ts';
import { requestLimits, reservationLimits, responseMs } from '../../src/database/limits.ts';
import { locks } from '../../src/database/lock.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createLogger } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { sleepAfterInsert } from '../support/inserts.ts';
import { Postgres } from '../support/postgres.ts';
import { TestService } from '../support/service.ts';

const statusOf = async (service: TestService, player: string) => (await service.submit(player)).status;

test("the limits of a request's two queries add up to less than the promised five seconds", () => {
  expect(2 * responseMs).toBeLessThan(5_000);
  expect(Math.max(requestLimits.connectMs, requestLimits.queryMs)).toBeLessThanOrEqual(responseMs);
});

test('gives up on a statement that does not end', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '1' } });
  const { database } = service;
  await sleepAfterInsert(database, 20, 'slow');
  await service.solve(['slow', 'fast']);

  expect(await statusOf(service, 'slow')).toBe(500);

  // PostgreSQL has ended it too, and so released the calendar's lock.
  expect((await service.submit('fast')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(1);
});

test('while the tables are locked, every request gets a 500 in time, even if pool and batches are full', async () => {
  await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '2' } });
  const players = Array.from({ length: 300 }, (_, index) => `player ${index}`);
  await service.solve([...players, 'later']);
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query('begin; lock table scheduled_submission');

  const early = players.slice(0, 150).map((player) => statusOf(service, player));
  await setTimeout(1_000);
  const late = players.slice(150).map((player) => statusOf(service, player));
  const responses = await Promise.all([...early, ...late]);
  await client.query('rollback');
  await client.end();

  expect(new Set(responses)).toEqual(new Set([500]));
  expect((await service.submit('later')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(1);
});

test('reserves no date for a request that timed out before its batch began', async () => {
  await using service = await TestService.start();
  const players = Array.from({ length: 250 }, (_, index) => `player ${index}`);
  await service.solve([...players, 'later']);
  const client = new pg.Client({ connectionString: service.database.url });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [locks.calendar]);

  const responses = await Promise.all(players.map((player) => statusOf(service, player)));
  expect(new Set(responses)).toEqual(new Set([500]));
  await client.query('select pg_advisory_unlock_all()');
  await client.end();

  // Its batch comes after all those that waited for the lock.
  expect((await service.submit('later')).status).toBe(201);
  const stored = (await service.submissions()).map(({ user_id }) => user_id);
  expect(stored).toContain('later');
  // The batches of the first player and of a hundred others had begun; the others were still waiting.
  expect(stored.length).toBeLessThanOrEqual(102);
});

test('a reservation sets its own limits, only for its transaction', async () => {
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

test('a commit that no standby confirms gets no 201, even if PostgreSQL stops waiting and reports success', async () => {
  await using postgres = await Postgres.start();
  const errors: string[] = [];
  await using service = await TestService.start({
    logger: createLogger('error', { write: (line) => errors.push(JSON.parse(line).err?.message) }),
    database: {
      url: postgres.adminUrl,
      serviceUrl: postgres.serviceUrl,
      query: (...args) => postgres.query(...args),
      drop: async () => {},
    },
  });
  await service.solve(['unconfirmed', 'cancelled', 'confirmed']);
  await postgres.change('synchronous_standby_names', "'nobody'");
  const cancelCommit = () =>
    eventually('a commit that waits for the standby', async () => {
      const waiting = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";
      return (await postgres.query(waiting)).length > 0;
    });

  const unconfirmed = await statusOf(service, 'unconfirmed');
  await cancelCommit();
  const response = statusOf(service, 'cancelled');
  await cancelCommit();
  const cancelled = await response;
  await postgres.change('synchronous_standby_names', "''");

  expect([unconfirmed, cancelled]).toEqual([500, 500]);
  expect(errors).toContain('The commit was not confirmed by the synchronous standby'); // PostgreSQL did report success
  // The outcome, unknown to the client, was a reservation: nobody gets a second date.
  expect((await service.submit('cancelled')).status).toBe(429);
  expect((await service.submit('confirmed')).status).toBe(201);
  expect(await service.submissions()).toHaveLength(3);
});
