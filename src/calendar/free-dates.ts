import { type QueryExecutorProvider, sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { DateRange } from './window.ts';

/**
 * The scan: returns the earliest dates of a range that have no submission, ascending. Windows tile the bookable dates, so these dates are
 * in the earliest windows that have free dates.
 *
 * @param count the number of dates wanted; fewer are returned if fewer are free
 */
export async function freeDates(
  db: QueryExecutorProvider,
  { first, last }: DateRange,
  count: number,
): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ date: string }>`
    with gap as ( -- the earliest free date: one pass over the index counts the dates reserved without a gap
      select ${first.toString()}::date + count(*)::integer as date
      from (
        select scheduled_date, row_number() over (order by scheduled_date) as position
        from scheduled_submission
        where scheduled_date between ${first.toString()} and ${last.toString()}
      ) as reserved
      where scheduled_date = ${first.toString()}::date + position::integer - 1
    )
    select to_char(day.date, 'YYYY-MM-DD') as date
    -- The days come in order, and each is looked up only until enough are free. An order by would look up all of them first.
    from (select date + generate_series(0, ${last.toString()}::date - date) as date from gap) as day
    where (select id from scheduled_submission where scheduled_date = day.date limit 1) is null
    limit ${count}`.execute(db);
  return rows.map(({ date }) => Temporal.PlainDate.from(date));
}

/** Counts the dates of a range that are not reserved. */
export async function countFreeDates(em: EntityManager, { first, last }: DateRange): Promise<number> {
  const reserved = await em.fork().count(ScheduledSubmission, { scheduledDate: { $gte: first, $lte: last } });
  return first.until(last).days + 1 - reserved;
}
