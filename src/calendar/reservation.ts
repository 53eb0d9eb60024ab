import { type QueryExecutorProvider, sql } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import { reservationLimits } from '../database/limits.ts';
import { lockForReservation, locks } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldown } from '../player/cooldown.ts';
import { assign, type Reservation, type ScheduledVerse, type StoredSubmission, type Submission } from './assign.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, type DateRange, utcDate } from './window.ts';

/**
 * Reserves free dates for submissions, in their order, and stores them, all in one transaction. The
 * calendar's today is the UTC date of the last submission.
 *
 * @returns the outcome of each submission, in their order
 * @throws the database's error if it rejects any submission; then nothing is stored
 */
export async function reserveDates(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
  limits = reservationLimits,
): Promise<readonly Reservation[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  return await inTransaction(em, async ({ em, transaction }) => {
    await lockForReservation(transaction, locks.calendar, limits);
    const latest = await latestSubmissions(em, submissions);
    const range = bookableDates(today, rules);
    const keepsApart = rules.repeatDays > 0;
    const free = await freeDates(transaction, range, keepsApart ? null : submissions.length);
    const scheduled = keepsApart ? await scheduledVerses(transaction, range, rules, submissions) : [];
    const { reservations, rows } = assign(submissions, latest, { today, rules, free, scheduled });
    if (rows.length > 0) await em.insertMany(ScheduledSubmission, [...rows]);
    return reservations;
  });
}

/**
 * The submissions that may cause a cooldown of these players. There is one a player, or more with
 * an instant in the future: the latest is last.
 */
async function latestSubmissions(
  em: EntityManager,
  submissions: readonly Submission[],
): Promise<readonly StoredSubmission[]> {
  const instants = submissions.map(({ now }) => now).sort(Temporal.Instant.compare);
  return await em.find(
    ScheduledSubmission,
    {
      userId: { $in: submissions.map(({ userId }) => userId) },
      createdAt: { $gt: (instants[0] as Temporal.Instant).subtract(cooldown) },
      cooldownEnded: false,
    },
    { orderBy: { createdAt: 'asc' } },
  );
}

/** Where the verses of these submissions are in the calendar, within `repeatDays` of a range. */
async function scheduledVerses(
  db: QueryExecutorProvider,
  { first, last }: DateRange,
  { repeatDays }: CalendarRules,
  submissions: readonly Submission[],
): Promise<ScheduledVerse[]> {
  const from = first.subtract({ days: repeatDays });
  const to = last.add({ days: repeatDays });
  const verses = submissions.map(({ verse }) => verse);
  const { rows } = await sql<Omit<ScheduledVerse, 'date'> & { date: string }>`
    select book_id as "bookId", chapter, verse, to_char(scheduled_date, 'YYYY-MM-DD') as date
    from scheduled_submission
    where scheduled_date between ${from.toString()} and ${to.toString()}
      and (book_id, chapter, verse) in (
        select * from unnest(
          ${verses.map(({ bookId }) => bookId)}::text[],
          ${verses.map(({ chapter }) => chapter)}::integer[],
          ${verses.map(({ verse }) => verse)}::integer[]
        )
      )`.execute(db);
  return rows.map((row) => ({ ...row, date: Temporal.PlainDate.from(row.date) }));
}
