import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Submission } from '../../src/calendar/assign.ts';
import { type Calendar, createCalendar, type ReservationOutcome } from '../../src/calendar/reservation.ts';
import { locks } from '../../src/database/lock.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { alterDatabase } from '../support/settings.ts';
import { insertSubmission } from '../support/submissions.ts';

/** A player whose other request stored a submission after this one had passed check 5. */
const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
const rules = { leadDays: 7, windowDays: 14, horizonDays: 365, repeatDays: 0 };

let database: TestDatabase;
let orm: Orm;
let calendar: Calendar;
let observed: (ReservationOutcome | number)[];
beforeEach(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.serviceUrl, 2, pino({ level: 'silent' }));
  observed = [];
  const observe = (value: ReservationOutcome | number) => observed.push(value);
  calendar = createCalendar(orm.em, rules, () => now, { outcome: observe, attempts: observe });
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

function submission(userId: string): Submission {
  return { userId, verse: { bookId: 'JHN', chapter: 3, verse: 16 }, idempotencyKey: undefined, now };
}

test("a lost race gets the cooldown of the latest submission, whatever the database's settings", async () => {
  await alterDatabase(database, "timezone = 'Pacific/Kiritimati'");
  await insertSubmission(database, { user: 'ann', date: '2026-01-01', createdAt: '2026-01-01T00:00:00Z' });
  await insertSubmission(database, { user: 'ann', date: '2026-03-09', createdAt: '2026-03-02T11:59:59.5Z' });
  await insertSubmission(database, { user: 'ann', date: '2026-02-01', createdAt: '2026-02-01T00:00:00Z' });
  await insertSubmission(database, { user: 'ben', date: '2026-03-10', createdAt: '2026-03-02T11:59:59.9Z' });
  const reservation = await calendar.reserve(submission('ann'));
  if (reservation.outcome !== 'on cooldown') throw new Error(reservation.outcome);
  expect(reservation.latest.submittedAt).toBe(Date.parse('2026-03-02T11:59:59.500Z'));
  expect(await calendar.reserve(submission('cid'))).toMatchObject({ outcome: 'reserved', date: '2026-03-11' });
  expect(observed).toEqual([1, 'on cooldown', 1, 'reserved']);
});

test("a reservation that waited for another sees its date, whatever the database's default isolation", async () => {
  await alterDatabase(database, "default_transaction_isolation = 'repeatable read'");
  const other = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const reservation = calendar.reserve(submission('ann'));
  await other.awaited();
  await insertSubmission(other, { user: 'ben', date: '2026-03-09' });
  await other.commit();

  const reserved = await reservation;
  expect(reserved.outcome === 'reserved' && reserved.date).toBe('2026-03-10');
  expect(observed).toEqual([1, 'reserved']);
});

test('a reservation that throws an error counts as failed, once for each of its submissions', async () => {
  await database.query('alter table scheduled_submission add constraint no_date check (scheduled_date is null)');
  const reservations = ['first', 'ann', 'ben'].map((user) => calendar.reserve(submission(user)));
  expect(new Set((await Promise.allSettled(reservations)).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(observed.filter((value) => value === 'failed')).toHaveLength(3);
});
