import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { DateRange } from './window.ts';

/**
 * The scan: returns the earliest dates of a range that are neither reserved nor blocked, ascending;
 * none while the calendar is paused. Windows tile the bookable dates, so these dates are in the
 * earliest windows that have free dates.
 *
 * @param count the number of dates wanted, null for all; fewer are returned if fewer are free
 */
export async function freeDates(
  db: QueryExecutorProvider,
  range: DateRange,
  count: number | null,
): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ date: string }>`
    select to_char(date, 'YYYY-MM-DD') as date
    from (${free(range)}) as free
    where (select id from calendar_pause) is null
    limit ${count}`.execute(db);
  return rows.map(({ date }) => Temporal.PlainDate.from(date));
}

/**
 * Counts the dates of a range that are neither reserved nor blocked, whether or not the calendar is
 * paused.
 */
export async function countFreeDates(db: QueryExecutorProvider, range: DateRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${free(range)}) as free`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Counts the days from a date on that are reserved or blocked without a gap; 0 if the date itself
 * is neither.
 */
export async function countCoveredDays(db: QueryExecutorProvider, first: Temporal.PlainDate): Promise<number> {
  const last = Temporal.PlainDate.from('9999-12-31');
  const { rows } = await sql<{ days: number }>`
    select date - ${first.toString()}::date as days from (${free({ first, last })}) as free limit 1`.execute(db);
  return rows[0]?.days ?? first.until(last).days + 1;
}

/**
 * Selects the dates of a range that are neither reserved nor blocked. The days come in order, and
 * each is looked up only until the statement has enough; an order by would look up all of them
 * first. PostgreSQL reads the dates that are not free once, into a hash table.
 */
function free({ first, last }: DateRange): RawBuilder<{ date: string }> {
  return sql`
    select day.date
    from (select ${first.toString()}::date + generate_series(0, ${last.toString()}::date - ${first.toString()}::date) as date) as day
    where day.date not in (
      select scheduled_date from scheduled_submission where scheduled_date between ${first.toString()} and ${last.toString()}
      union all
      select date from blocked_date where date between ${first.toString()} and ${last.toString()}
    )`;
}
