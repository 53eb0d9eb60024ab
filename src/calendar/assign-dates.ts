import type { QueryExecutorProvider } from 'kysely';
import { type Assignment, assign, type ScheduledVerse, type StoredSubmission, type Submission } from './assign.ts';
import { type FreeDaysAndVerses, freeDates, freeDaysAndVerses } from './free-dates.ts';
import { bookableDates, type CalendarRules, type DateRange } from './window.ts';

/**
 * How many free dates are read at first with `repeatDays`. The next portions have four times as
 * many each, and are nearly never needed.
 */
const firstFreeDates = 400;

/**
 * Decides who gets which date, as `assign` does, and reads as much of the calendar as that takes:
 * nearly always by one statement. Stores nothing, so that a forecast can ask it too.
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
  const { repeatDays } = rules;
  const verses = submissions.map(({ verse }) => verse);
  const read = async (range: DateRange, count: number): Promise<FreeDaysAndVerses> => {
    if (repeatDays > 0) return await freeDaysAndVerses(db, today, range, count, repeatDays, verses);
    const dates = await freeDates(db, range, count);
    return { free: dates.map((date) => today.until(date).days), scheduled: [] };
  };

  let { first, last } = bookableDates(today, rules);
  let free: number[] = [];
  let scheduled: ScheduledVerse[] = [];
  for (let count = repeatDays > 0 ? firstFreeDates : submissions.length; ; count *= 4) {
    const found = await read({ first, last }, count);
    free = [...free, ...found.free];
    scheduled = [...scheduled, ...found.scheduled];
    const isWhole = found.free.length < count;
    const assignment = assign(submissions, latest, { today, rules, free, isWhole, scheduled });
    const isFull = assignment.reservations.some(({ outcome }) => outcome === 'calendar full');
    if (isWhole || !isFull) return assignment;
    first = today.add({ days: (found.free.at(-1) ?? rules.horizonDays) + 1 });
  }
}
