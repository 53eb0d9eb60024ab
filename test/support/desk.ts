import { afterAll, beforeEach } from '@jest/globals';
import { TestClock } from './clock.ts';
import type { TestDatabase } from './database.ts';
import { type TestOptions, TestService } from './service.ts';
import { insertSubmission } from './submissions.ts';

type Database = Pick<TestDatabase, 'query'>;

/** Noon on 21 November 2026 in UTC: in UTC+14 it is 22 November, the last frozen date. */
export const noon = '2026-11-21T12:00:00Z';

/**
 * A service with a desk for the tests of a file. Each of them begins at noon with an empty calendar.
 */
export async function useDesk(options: TestOptions = {}) {
  const clock = new TestClock(noon);
  const service = await TestService.start({ desk: true, clock: clock.read, ...options });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(async () => {
    clock.now = Temporal.Instant.from(noon);
    await clearCalendar(service.database);
  });
  return { clock, service, database: service.database };
}

/**
 * Stores a verse of a player of its own, and returns its id. By default the verses differ, and so
 * none is also on another date.
 */
export async function placeVerse(database: Database, date: string, verse = verseOf(date)): Promise<number> {
  return await insertSubmission(database, {
    user: `of ${date}`,
    bookId: 'PSA',
    chapter: 119,
    verse,
    date,
    createdAt: '2026-11-01T00:00:00Z',
  });
}

/** Puts a player's verse on a date, as if it was submitted long ago, and returns its id. */
export async function reserve(
  database: Database,
  date: string,
  user: string,
  [bookId, chapter, verse]: readonly [string, number, number] = ['JHN', 3, 16],
): Promise<number> {
  return await insertSubmission(database, { user, bookId, chapter, verse, date, createdAt: '2026-09-01T00:00:00Z' });
}

/** A date some days from today, in UTC. */
export const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

function verseOf(date: string): number {
  return (Temporal.PlainDate.from(date).dayOfYear % 176) + 1;
}

export async function block(database: Database, date: string, label = 'Christmas'): Promise<void> {
  await database.query('insert into blocked_date (date, label) values ($1, $2)', [date, label]);
}

/**
 * Where the verses are, what is blocked, and whether the calendar is paused: everything that a
 * change can change.
 */
export async function stateOf(database: Database) {
  const verses = await database.query<Record<string, unknown>>(`
    select
      id::integer, to_char(scheduled_date, 'YYYY-MM-DD') as date, to_char(moved_from, 'YYYY-MM-DD') as "movedFrom",
      to_char(withdrawn_from, 'YYYY-MM-DD') as "withdrawnFrom", withdrawn_at as "withdrawnAt", cooldown_ended as "cooldownEnded"
    from scheduled_submission order by id`);
  const blocked = await database.query(
    "select to_char(date, 'YYYY-MM-DD') as date, label from blocked_date order by date",
  );
  const pauses = await database.query('select since from calendar_pause');
  return { verses, blocked, isPaused: pauses.length > 0 };
}

/** The record, oldest first, without ids and instants. */
export async function recordOf(database: Database) {
  return await database.query<Record<string, unknown>>(`
    select actor, action, array(select to_char(date, 'YYYY-MM-DD') from unnest(dates) as date) as dates, submission::integer, note
    from calendar_change order by id`);
}

/** The actions in the record, oldest first. */
export async function recorded(database: Database) {
  return (await recordOf(database)).map(({ action }) => action);
}

export async function clearCalendar(database: Database): Promise<void> {
  await database.query('truncate scheduled_submission, blocked_date, calendar_pause, calendar_change restart identity');
}
