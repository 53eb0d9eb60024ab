import { type QueryExecutorProvider, sql } from 'kysely';
import { bookableDates, type CalendarRules, utcDate } from '../calendar/window.ts';
import type { components } from '../generated/openapi.desk.ts';

/** How the calendar stands as a whole. */
export type Overview = Omit<components['schemas']['Calendar'], 'days'>;

/** Counts the dates that are neither reserved nor blocked, and finds the end of the run of those that are, which begins today. */
export async function readOverview(
  db: QueryExecutorProvider,
  rules: CalendarRules,
  now: Temporal.Instant,
): Promise<Overview> {
  const today = utcDate(now);
  const { first, last } = bookableDates(today, rules);
  const { rows } = await sql<{ taken: number; coveredUntil: string | null; paused: boolean }>`
    with taken as (
      select scheduled_date as date from scheduled_submission where scheduled_date >= ${today.toString()}
      union
      select date from blocked_date where date >= ${today.toString()}
    )
    select
      (select count(*)::integer from taken where date between ${first.toString()} and ${last.toString()}) as taken,
      (
        select to_char(max(date), 'YYYY-MM-DD')
        from (select date, row_number() over (order by date) as position from taken) as run
        where date = ${today.toString()}::date + position::integer - 1
      ) as "coveredUntil",
      exists (select from calendar_pause) as paused`.execute(db);
  const [{ taken, coveredUntil, paused }] = rows as [(typeof rows)[0]];
  return {
    today: today.toString(),
    firstBookable: first.toString(),
    lastBookable: last.toString(),
    freeDates: first.until(last).days + 1 - taken,
    ...(coveredUntil !== null && { coveredUntil }),
    paused,
  };
}
