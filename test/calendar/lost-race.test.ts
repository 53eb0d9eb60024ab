import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { type Calendar, createCalendar } from '../../src/calendar/reserve.ts';
import type { Submission } from '../../src/calendar/reserve-dates.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { HeldCalendar } from '../support/held-calendar.ts';
import { alterDatabase } from '../support/settings.ts';
import { insertSubmission } from '../support/submissions.ts';

/** A player whose other request stored a submission after this one had passed check 5. */
const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
const rules = { leadDays: 7, windowDays: 14, horizonDays: 365 };

let database: TestDatabase;
let orm: Orm;
let calendar: Calendar;
let attempts: number[];
beforeEach(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.serviceUrl, 2, pino({ level: 'silent' }));
  attempts = [];
  calendar = createCalendar(orm.em, rules, (count) => attempts.push(count));
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

function submission(userId: string): Submission {
  return { userId, verse: { bookId: 'JHN', chapter: 3, verse: 16 }, idempotencyKey: undefined, now };
}

describe('a reservation that lost a race to another request of the player', () => {
  test('has the cooldown of the latest submission, and that submission', async () => {
    await insertSubmission(database, { user: 'ann', date: '2026-01-01', createdAt: '2026-01-01T00:00:00Z' });
    await insertSubmission(database, { user: 'ann', date: '2026-03-09', createdAt: '2026-03-02T11:59:59.5Z' });
    await insertSubmission(database, { user: 'ann', date: '2026-02-01', createdAt: '2026-02-01T00:00:00Z' });
    await insertSubmission(database, { user: 'ben', date: '2026-03-10', createdAt: '2026-03-02T11:59:59.9Z' });
    const reservation = await calendar.reserve(submission('ann'));
    if (reservation.outcome !== 'on cooldown') throw new Error(reservation.outcome);
    expect(reservation.cooldownEndsAt.toString()).toBe('2026-03-09T11:59:59.5Z');
    expect(reservation.submission.scheduledDate.toString()).toBe('2026-03-09');
    expect(attempts).toEqual([1]);
  });

  test('fails when that submission is deleted before it can be read', async () => {
    await insertSubmission(database, { user: 'ann', date: '2026-03-09', createdAt: '2026-03-02T11:59:59Z' });
    // Another player's insert, in the same transaction, deletes it: the statement has already found the player on cooldown.
    await database.query(`
      create function delete_other() returns trigger language plpgsql security definer as $$
      begin delete from scheduled_submission where user_id = 'ann'; return null; end $$`);
    await database.query(
      `create trigger delete_other after insert on scheduled_submission
         for each row when (new.user_id = 'ben') execute function delete_other()`,
    );
    const [first, ann, ben] = await Promise.allSettled(
      ['first', 'ann', 'ben'].map((userId) => calendar.reserve(submission(userId))),
    );
    expect(first).toMatchObject({ status: 'fulfilled', value: { outcome: 'reserved' } });
    expect(ben).toMatchObject({ status: 'fulfilled', value: { outcome: 'reserved' } });
    expect(ann).toMatchObject({
      status: 'rejected',
      reason: new Error('The submission that caused the cooldown has been deleted meanwhile'),
    });
  });
});

describe('a full calendar', () => {
  beforeEach(async () => {
    calendar = createCalendar(orm.em, { leadDays: 7, windowDays: 14, horizonDays: 7 }, () => {});
    await insertSubmission(database, { date: '2026-03-09', createdAt: '2026-03-02T11:59:59Z' });
  });

  test('is the outcome of a reservation, and nothing else', async () => {
    expect(await calendar.reserve(submission('ann'))).toEqual({ outcome: 'calendar full' });
  });

  test('is the outcome of both when a player submits twice at once', async () => {
    const users = ['first', 'ann', 'ann'];
    expect(await Promise.all(users.map((user) => calendar.reserve(submission(user))))).toEqual(
      users.map(() => ({ outcome: 'calendar full' })),
    );
  });
});

test('a reservation that waited for another sees its date at once, whatever isolation the database has by default', async () => {
  await alterDatabase(database, "default_transaction_isolation = 'repeatable read'");
  const held = await HeldCalendar.hold(database);
  const reservation = calendar.reserve(submission('ann'));
  await held.outrun({ user: 'ben', date: '2026-03-09' });

  const reserved = await reservation;
  expect(reserved.outcome === 'reserved' && reserved.date.toString()).toBe('2026-03-10');
  expect(attempts).toEqual([1]);
});
