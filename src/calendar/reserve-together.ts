import { type QueryExecutorProvider, sql } from 'kysely';
import { type Lock, lockForReservation } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import type { Verse } from '../verse/validate.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, type DateRange, utcDate, windowOf, windowText } from './window.ts';

/** Without it, all who look at the same calendar would try for the same dates, and all but one in vain. */
const calendarLock: Lock = 727_002;

/** A valid verse that a player wants a date for. */
export interface Submission {
  readonly userId: string;
  readonly verse: Verse;
  /** Names the submission, for a client that repeats a request whose answer it did not get. */
  readonly idempotencyKey: string | undefined;
  /** The instant of the submission: the cooldown begins with it. */
  readonly now: Temporal.Instant;
}

export interface ScheduledDate {
  readonly date: Temporal.PlainDate;
  readonly windowText: string;
}

/**
 * Reserves the earliest free dates for submissions, in their order, and stores them, all in one transaction or none. The
 * calendar's today is the UTC date of the last one.
 *
 * @returns the date of each; undefined for those that no date is left for
 * @throws whatever the database refuses any of them for
 */
export async function reserveTogether(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
): Promise<(ScheduledDate | undefined)[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  // Kysely's transaction, since the EntityManager's keeps its place in the pool for good when the connection breaks off.
  return await em
    .fork()
    .getKysely()
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await lockForReservation(transaction, calendarLock);
      const dates = await freeDates(transaction, bookableDates(today, rules), today, submissions.length);
      const scheduled = withWindowTexts(dates, today, rules);
      await insert(transaction, submissions.slice(0, scheduled.length), scheduled);
      return submissions.map((_, index) => scheduled[index]);
    });
}

/** @param dates ascending, so that those of one window follow each other */
function withWindowTexts(
  dates: Temporal.PlainDate[],
  today: Temporal.PlainDate,
  rules: CalendarRules,
): ScheduledDate[] {
  let window: DateRange | undefined;
  let text = '';
  return dates.map((date) => {
    if (window === undefined || Temporal.PlainDate.compare(date, window.last) > 0) {
      window = windowOf(date, today, rules);
      text = windowText(window);
    }
    return { date, windowText: text };
  });
}

async function insert(
  transaction: QueryExecutorProvider,
  submissions: Submission[],
  scheduled: ScheduledDate[],
): Promise<void> {
  const verses = submissions.map(({ verse }) => verse);
  await sql`
    insert into scheduled_submission
      (user_id, book_id, chapter, verse, scheduled_date, created_at, window_text, idempotency_key)
    select * from unnest(
      ${submissions.map(({ userId }) => userId)}::text[],
      ${verses.map(({ bookId }) => bookId)}::text[],
      ${verses.map(({ chapter }) => chapter)}::integer[],
      ${verses.map(({ verse }) => verse)}::integer[],
      ${scheduled.map(({ date }) => date.toString())}::date[],
      ${submissions.map(({ now }) => now.toString())}::timestamptz[],
      ${scheduled.map(({ windowText }) => windowText)}::text[],
      ${submissions.map(({ idempotencyKey }) => idempotencyKey ?? null)}::text[]
    )`.execute(transaction);
}
