import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Reservation, Submission } from '../../src/calendar/assign.ts';
import { createCalendar, type ReservationOutcome, reserveDates } from '../../src/calendar/reservation.ts';
import { TimeLimitError } from '../../src/database/isolate.ts';
import { locks } from '../../src/database/lock.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { failInserts, holdInserts } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { insertSubmission } from '../support/submissions.ts';

const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
const players = Array.from({ length: 12 }, (_, index) => `player ${index}`);

let database: TestDatabase;
let orm: Orm;
let observed: ReservationOutcome[];
beforeEach(async () => {
  database = await createTestDatabase();
  observed = [];
  orm = createOrm(database.serviceUrl, 2, pino({ level: 'silent' }));
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const submission = (userId: string): Submission => ({ userId, verse, now, idempotencyKey: undefined });
const rules = { leadDays: 2, windowDays: 14, horizonDays: 365, repeatDays: 0 };
const calendarWith = (limitMs?: number) =>
  createCalendar(
    orm.em,
    rules,
    () => now,
    { outcome: (outcome) => observed.push(outcome), attempts: () => {} },
    limitMs,
  );

/**
 * Submits for each player, after another player's reservation has begun: they share the next
 * transaction.
 */
async function reserveTogether(submitted = players): Promise<PromiseSettledResult<Reservation>[]> {
  const calendar = calendarWith();
  const submissions = ['first', ...submitted].map(submission);
  const [first, ...others] = await Promise.allSettled(submissions.map((each) => calendar.reserve(each)));
  expect(first).toMatchObject({ value: { outcome: 'reserved', date: '2026-03-04' } });
  return others;
}

const outcomes = (results: readonly PromiseSettledResult<Reservation>[]) =>
  results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value.outcome));

const stored = () =>
  database.query<{ user: string; date: string; transaction: string }>(
    `select user_id as user, to_char(scheduled_date, 'YYYY-MM-DD') as date, xmin::text as transaction
     from scheduled_submission order by scheduled_date`,
  );

const dates = async () => (await stored()).map(({ user, date }) => [user, date]);

const without = (rejected: string) => players.filter((player) => player !== rejected);
const consecutive = (users: readonly string[]) =>
  users.map((user, days) => [user, Temporal.PlainDate.from('2026-03-04').add({ days }).toString()]);

describe('submissions that arrive together', () => {
  test('share a transaction and get consecutive dates', async () => {
    expect(outcomes(await reserveTogether())).toEqual(players.map(() => 'reserved'));
    expect(await dates()).toEqual(consecutive(['first', ...players]));
    expect(new Set((await stored()).map(({ transaction }) => transaction)).size).toBe(2);
  });

  const atCommit = `
    create function reject() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = '23514';
    end $$;
    create constraint trigger reject after insert on scheduled_submission deferrable initially deferred
      for each row when (new.user_id = 'player 5') execute function reject()`;
  test.each<[string, () => Promise<unknown>]>([
    ['at once', () => failInserts(database, '23514', 1_000, "new.user_id = 'player 5'")],
    ['at the commit', () => database.query(atCommit)],
  ])('of which the database rejects one %s: the others get the dates as without it', async (_title, reject) => {
    await reject();
    expect(outcomes(await reserveTogether())).toEqual(
      players.map((player) => (player === 'player 5' ? '23514' : 'reserved')),
    );
    expect(await dates()).toEqual(consecutive(['first', ...without('player 5')]));
    expect(observed.toSorted()).toEqual(['failed', ...players.map(() => 'reserved')]);
  });

  test('of which one waits for another transaction: the others do not, and it gets a date afterwards', async () => {
    const other = await OpenTransaction.begin(database);
    await insertSubmission(other, { user: 'player 5', date: '2100-01-01', createdAt: now.toString() });
    const submissions = reserveTogether();
    await eventually('the dates of the others', async () => (await stored()).length === players.length);
    await other.rollback();
    expect(outcomes(await submissions)).toEqual(players.map(() => 'reserved'));
    expect(await dates()).toEqual(consecutive(['first', ...without('player 5'), 'player 5']));
    expect(observed).toEqual(['first', ...players].map(() => 'reserved'));
  });
});

describe('a submission that has timed out', () => {
  /** Its insert takes longer than its time. */
  let held: OpenTransaction;
  beforeEach(async () => {
    held = await holdInserts(database, "new.user_id = 'late'");
  });
  const users = async () => (await stored()).map(({ user }) => user);
  const timedOut = { status: 'rejected', reason: expect.any(TimeLimitError) };

  test('is not stored, though its insert had begun', async () => {
    const calendar = calendarWith(300);
    expect(await Promise.allSettled([calendar.reserve(submission('late'))])).toEqual([timedOut]);
    await held.rollback();
    await calendar.reserve(submission('next')).catch(() => {});
    await eventually('a date', async () => await calendar.reserve(submission('later')).catch(() => false));
    expect(await users()).not.toContain('late');
  });

  test('TWIN: is stored by a reservation that does not ask for its time', async () => {
    const reserved = reserveDates(orm.em, rules, [submission('late')]);
    await held.awaited();
    await held.rollback();
    await reserved;
    expect(await users()).toEqual(['late']);
  });

  test('is not stored with the others of its batch, who get the dates that they would have got without it', async () => {
    const calendar = calendarWith(2_000);
    const lock = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
    const first = calendar.reserve(submission('first'));
    const late = Promise.allSettled([calendar.reserve(submission('late'))]);
    await lock.awaited();
    await setTimeout(1_000);
    const others = ['ann', 'ben'].map((user) => calendar.reserve(submission(user)));
    await lock.rollback();
    expect(await late).toEqual([timedOut]);
    await held.rollback();
    expect(outcomes(await Promise.allSettled([first, ...others]))).toEqual(['reserved', 'reserved', 'reserved']);
    expect(await dates()).toEqual(consecutive(['first', 'ann', 'ben']));
  });
});
