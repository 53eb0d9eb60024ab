import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Submission } from '../../src/calendar/assign.ts';
import { createCalendar, reserveDates } from '../../src/calendar/reservation.ts';
import { RetryLater, TimeLimitError } from '../../src/database/isolate.ts';
import { requestLimits, reservationLimits, responseMs } from '../../src/database/limits.ts';
import { locks } from '../../src/database/lock.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createPlayers } from '../../src/player/players.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { sleepAfterInsert } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { cancelCommit } from '../support/standby.ts';

const now = Temporal.Now.instant();
const rules = { leadDays: 7, windowDays: 14, horizonDays: 365, repeatDays: 0 };

let database: TestDatabase;
let orm: Orm;
beforeEach(async () => {
  database = await createTestDatabase();
  // One connection: whatever keeps it keeps everybody from the database.
  orm = createOrm(database.serviceUrl, 1, pino({ level: 'silent' }), { connectMs: 20_000, queryMs: 20_000 });
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

function submission(userId: string): Submission {
  return { userId, verse: { bookId: 'JHN', chapter: 3, verse: 16 }, idempotencyKey: undefined, now };
}

async function reserve(userId: string, limits?: typeof reservationLimits): Promise<string | undefined> {
  const [reservation] = await reserveDates(orm.em, rules, [submission(userId)], { limits });
  return reservation?.outcome;
}

const storedPlayers = async () =>
  (await database.query('select user_id from scheduled_submission order by scheduled_date')).map(
    (row) => row['user_id'],
  );

/** Why each of many requests failed. */
async function reasons(requests: readonly Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(requests);
  return results.map((result) => (result.status === 'rejected' ? result.reason : undefined));
}

test("the limits of a request's two queries add up to less than the promised five seconds", () => {
  expect(2 * responseMs).toBeLessThan(5_000);
  expect(Math.max(requestLimits.connectMs, requestLimits.queryMs)).toBeLessThanOrEqual(responseMs);
});

test('PostgreSQL ends a reservation that takes too long, and so releases the calendar', async () => {
  await sleepAfterInsert(database, 10, 'slow');
  // SQLSTATE 57014 is query_canceled
  await expect(reserve('slow', { ...reservationLimits, statementMs: 100 })).rejects.toMatchObject({ code: '57014' });
  expect(await reserve('fast')).toBe('reserved');
  expect(await storedPlayers()).toEqual(['fast']);
});

test('while the tables are locked, every request is given up in time, even if pool and batches are full', async () => {
  const players = createPlayers(orm.em, 300);
  const lock = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  const requests = Array.from({ length: 150 }, (_, index) => [
    players.eligibility(`player ${index}`, '2026-11-21', now),
    players.submissions(`player ${index}`),
  ]);
  for (const reason of await reasons(requests.flat())) expect(reason).toBeInstanceOf(TimeLimitError);
  await lock.rollback();
  const later = () => Promise.all([players.eligibility('later', '2026-11-21', now), players.submissions('later')]);
  await eventually('a result', async () => await later().catch(() => false));
});

test('reserves no date for a submission that timed out before its batch began', async () => {
  const calendar = createCalendar(orm.em, rules, Temporal.Now.instant, { outcome: () => {}, attempts: () => {} }, 300);
  const lock = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const requests = Array.from({ length: 250 }, (_, index) => calendar.reserve(submission(`player ${index}`)));
  for (const reason of await reasons(requests)) expect(reason).toBeInstanceOf(TimeLimitError);
  await lock.rollback();
  // Its batch comes after those of the others. It may time out too, while it gets a date.
  await eventually('a result', async () => await calendar.reserve(submission('later')).catch(() => false));
  const stored = await storedPlayers();
  // The batch of the first player had begun. It gets a date unless the lock timed out.
  expect(stored.filter((player) => player !== 'player 0')).toEqual(['later']);
});

test('a reservation waits only so long for the calendar, and is then to be retried later', async () => {
  const lock = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  await expect(reserve('player', { ...reservationLimits, calendarMs: 50 })).rejects.toBeInstanceOf(RetryLater);
  await lock.rollback();
});

test('a reservation sets its own limits, only for its transaction', async () => {
  await database.query('create table seen (setting text, value text); grant insert on seen to public');
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

  await reserve('player');
  const afterwards = await orm.em.fork().execute(look);

  const settings = (idle: number, lock: number, statement: number) => [
    { setting: 'idle_in_transaction_session_timeout', value: String(idle) },
    { setting: 'lock_timeout', value: String(lock) },
    { setting: 'statement_timeout', value: String(statement) },
  ];
  const { lockMs, statementMs, idleMs } = reservationLimits;
  expect(await database.query('select * from seen order by setting')).toEqual(settings(idleMs, lockMs, statementMs));
  expect(afterwards).toEqual(settings(0, 0, 0));
});

test('a reservation whose commit no standby confirms fails, even if PostgreSQL reports success', async () => {
  const replicated = createOrm(`${database.serviceUrl}?options=-csynchronous_commit=on`, 1, pino({ level: 'silent' }));
  await Promise.all([
    expect(reserveDates(replicated.em, rules, [submission('cancelled')])).rejects.toThrow(
      /^The commit was not confirmed by the synchronous standby$/, // PostgreSQL did report success
    ),
    cancelCommit(database),
  ]);
  await replicated.close();

  // The outcome, unknown to the client, was a reservation: nobody gets a second date.
  expect(await reserve('cancelled')).toBe('on cooldown');
  expect(await reserve('confirmed')).toBe('reserved');
  expect(await storedPlayers()).toEqual(['cancelled', 'confirmed']);
});
