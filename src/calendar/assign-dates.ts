import { type QueryExecutorProvider, sql } from 'kysely';
import { type Assignment, assign, type ScheduledVerse, type StoredSubmission, type Submission } from './assign.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules } from './window.ts';

/**
 * How many free dates are read at first with `repeatDays`. The next portions have four times as
 * many each, and are nearly never needed.
 */
const firstFreeDates = 400;

/**
 * Decides who gets which date, as `assign` does, and reads as much of the calendar as that takes.
 * Stores nothing.
 *
 * @param today the calendar's, a UTC date
 * @param latest as for `assign`
 */
export async function assignDates(
  db: QueryExecutorProvider,
  today: Temporal.PlainDate,
  rules: CalendarRules,
  submissions: readonly Submission[],
  latest: readonly StoredSubmission[],
): Promise<Assignment> {
  let { first, last } = bookableDates(today, rules);
  let free: Temporal.PlainDate[] = [];
  let scheduled: ScheduledVerse[] = [];
  for (let count = rules.repeatDays > 0 ? firstFreeDates : submissions.length; ; count *= 4) {
    const found = await freeDates(db, { first, last }, count);
    free = [...free, ...found];
    scheduled = [...scheduled, ...(await scheduledVerses(db, found, rules, submissions))];
    const isWhole = found.length < count;
    const assignment = assign(submissions, latest, { today, rules, free, isWhole, scheduled });
    const isFull = assignment.reservations.some(({ outcome }) => outcome === 'calendar full');
    if (isWhole || !isFull) return assignment;
    first = (found.at(-1) ?? last).add({ days: 1 });
  }
}

/** Where the verses of these submissions are in the calendar, within `repeatDays` of some dates. */
async function scheduledVerses(
  db: QueryExecutorProvider,
  dates: readonly Temporal.PlainDate[],
  { repeatDays }: CalendarRules,
  submissions: readonly Submission[],
): Promise<ScheduledVerse[]> {
  const [from, to] = [dates[0]?.subtract({ days: repeatDays }), dates.at(-1)?.add({ days: repeatDays })];
  if (repeatDays === 0 || from === undefined || to === undefined) return [];
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
