import { type QueryExecutorProvider, sql } from 'kysely';
import type { DateRange } from './window.ts';

/**
 * The scan: the earliest dates of a range that are not reserved, ascending. Since windows tile the bookable dates, they lie in
 * the earliest windows that have free dates.
 *
 * It begins at the frontier, up to which it knows all dates to be reserved, and moves the frontier on, so it takes no longer when
 * the calendar fills. Dates that have become free behind the frontier are listed apart and come first. All of this is one
 * statement, so that it sees one state of the calendar.
 *
 * @param today freed dates before it are forgotten: nobody can reserve them any more
 * @param count how many dates are wanted; fewer are returned when fewer are free
 */
export async function freeDates(
  transaction: QueryExecutorProvider,
  { first, last }: DateRange,
  today: Temporal.PlainDate,
  count: number,
): Promise<Temporal.PlainDate[]> {
  const [from, to] = [first.toString(), last.toString()];
  // The look-ups are scalar subqueries, since the planner would make a join over the whole calendar of `exists`, and the dates
  // ahead are made one by one, until there are enough. to_char, since the text form of a date depends on the session's DateStyle.
  const { rows } = await sql<{ date: string }>`
    with frontier as (
      select coalesce(
        (select until from calendar_frontier where ${from}::date between since and until),
        ${from}::date
      ) as date
    ),
    freed as (
      select date
      from (
        select distinct freed_date.date
        from freed_date, frontier
        where freed_date.date between ${from}::date and ${to}::date and freed_date.date < frontier.date
        order by freed_date.date
      ) as listed
      where (select true from scheduled_submission where scheduled_date = listed.date limit 1) is null
      limit ${count}
    ),
    ahead as (
      select days.date
      from (select date + generate_series(0, ${to}::date - date) as date from frontier) as days
      where (select true from scheduled_submission where scheduled_date = days.date limit 1) is null
      limit ${count}
    ),
    forgotten as (
      delete from freed_date
      where id in (select id from freed_date order by date limit 2 * ${count}::integer)
        and (
          date < ${today.toString()}::date
          or (select true from scheduled_submission where scheduled_date = freed_date.date limit 1) is not null
        )
    ),
    moved as (
      insert into calendar_frontier (since, until)
      select ${from}::date, coalesce((select min(date) from ahead), greatest(frontier.date, ${to}::date + 1))
      from frontier
      on conflict (only_row) do update set since = excluded.since, until = excluded.until
    )
    select to_char(date, 'YYYY-MM-DD') as date
    from (select date from freed union all select date from ahead) as free
    order by free.date
    limit ${count}`.execute(transaction);
  return rows.map(({ date }) => Temporal.PlainDate.from(date));
}
