import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/orm.ts';
import type { DateRange } from './window.ts';

/**
 * The scan: returns the earliest dates of a range that have no submission, ascending. Windows tile the bookable dates, so these dates are
 * in the earliest windows that have free dates.
 *
 * PostgreSQL generates the days in order and looks each one up in the unique index until it has found enough. An `order by` would make it
 * look up all of them first.
 *
 * @param count the number of dates wanted; fewer are returned if fewer are free
 */
export async function freeDates(
  db: Kysely<Tables>,
  { first, last }: DateRange,
  count: number,
): Promise<Temporal.PlainDate[]> {
  const days = sql<Temporal.PlainDate>`${first.toString()}::date + generate_series(0, ${first.until(last).days}::integer)`;
  const rows = await db
    .selectFrom(db.selectNoFrom(days.as('date')).as('day'))
    .select(sql<string>`to_char(day.date, 'YYYY-MM-DD')`.as('date'))
    .where(
      ({ selectFrom }) =>
        selectFrom('scheduled_submission').select('id').whereRef('scheduled_date', '=', 'day.date').limit(1),
      'is',
      null,
    )
    .limit(count)
    .execute();
  return rows.map(({ date }) => Temporal.PlainDate.from(date));
}
