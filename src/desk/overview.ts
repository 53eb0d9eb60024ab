import { type QueryExecutorProvider, sql } from 'kysely';
import { countCoveredDays, countFreeDates } from '../calendar/free-dates.ts';
import { bookableDates, type CalendarRules, utcDate } from '../calendar/window.ts';
import type { components } from '../generated/openapi.desk.ts';

/** How the calendar stands as a whole. */
export type Overview = Omit<components['schemas']['Calendar'], 'days'>;

export async function readOverview(
  db: QueryExecutorProvider,
  rules: CalendarRules,
  now: Temporal.Instant,
): Promise<Overview> {
  const today = utcDate(now);
  const bookable = bookableDates(today, rules);
  const coveredDays = await countCoveredDays(db, today);
  return {
    today: today.toString(),
    firstBookable: bookable.first.toString(),
    lastBookable: bookable.last.toString(),
    freeDates: await countFreeDates(db, bookable),
    ...(coveredDays > 0 && { coveredUntil: today.add({ days: coveredDays - 1 }).toString() }),
    paused: await isPaused(db),
  };
}

/** The calendar is paused while the table has its one row. */
async function isPaused(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`select from calendar_pause`.execute(db);
  return rows.length > 0;
}
