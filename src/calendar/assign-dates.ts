import type { QueryExecutorProvider } from 'kysely';
import type { Verse } from '../verse/validate.ts';
import {
  type Assignment,
  assign,
  datesLeft,
  type FoundCalendar,
  type ScheduledVerse,
  type StoredSubmission,
  type Submission,
} from './assign.ts';
import { type FreeDaysAndVerses, freeDates, freeDaysAndVerses } from './free-dates.ts';
import { bookableDates, type CalendarRules, type DateRange } from './window.ts';

/**
 * How many free dates are read at first with `repeatDays`. The next portions have four times as
 * many each, and are nearly never needed.
 */
const firstFreeDates = 400;

/**
 * Decides who gets which date, as `assign` does, and stores nothing.
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
  const verses = submissions.map(({ verse }) => verse);
  return await readCalendar(db, today, rules, verses, (calendar) => {
    const assignment = assign(submissions, latest, calendar);
    return { result: assignment, isFull: assignment.reservations.some(({ outcome }) => outcome === 'calendar full') };
  });
}

/**
 * Returns the date that each of some verses would get, if it were the only one: undefined if the
 * calendar is full.
 *
 * @param today the calendar's, a UTC date
 */
export async function forecastDates(
  db: QueryExecutorProvider,
  today: Temporal.PlainDate,
  rules: CalendarRules,
  verses: readonly Verse[],
): Promise<(Temporal.PlainDate | undefined)[]> {
  return await readCalendar(db, today, rules, verses, (calendar) => {
    const dates = verses.map((verse) => datesLeft(calendar)(verse));
    return { result: dates, isFull: dates.includes(undefined) };
  });
}

/** What is decided by a part of the calendar, and whether that has no date for one of the verses. */
type Decide<Result> = (calendar: FoundCalendar) => { readonly result: Result; readonly isFull: boolean };

/** Reads as much of the calendar as a decision takes: nearly always by one statement. */
async function readCalendar<Result>(
  db: QueryExecutorProvider,
  today: Temporal.PlainDate,
  rules: CalendarRules,
  verses: readonly Verse[],
  decide: Decide<Result>,
): Promise<Result> {
  const { repeatDays } = rules;
  const read = async (range: DateRange, count: number): Promise<FreeDaysAndVerses> => {
    if (repeatDays > 0) return await freeDaysAndVerses(db, today, range, count, repeatDays, verses);
    const dates = await freeDates(db, range, count);
    return { free: dates.map((date) => today.until(date).days), scheduled: [] };
  };

  let { first, last } = bookableDates(today, rules);
  let free: number[] = [];
  let scheduled: ScheduledVerse[] = [];
  for (let count = repeatDays > 0 ? firstFreeDates : verses.length; ; count *= 4) {
    const found = await read({ first, last }, count);
    free = [...free, ...found.free];
    scheduled = [...scheduled, ...found.scheduled];
    const isWhole = found.free.length < count;
    const { result, isFull } = decide({ today, rules, free, isWhole, scheduled });
    if (isWhole || !isFull) return result;
    first = today.add({ days: (found.free.at(-1) ?? rules.horizonDays) + 1 });
  }
}
