import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import pTimeout from 'p-timeout';
import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { singleFlight } from '../single-flight.ts';
import type { Verse } from '../verse/validate.ts';
import type { FoundCalendar } from './assign.ts';
import { bookableDates, type CalendarRules, type DateRange, lastDate, utcDate } from './window.ts';

/** Whether the calendar has a free date and is not paused, and if not, when the next one opens. */
export interface Accepting {
  readonly accepting: boolean;
  /**
   * The earliest free date; a verse that is repeated may get a later one. Absent unless accepting.
   */
  readonly nextFreeDate?: Temporal.PlainDate;
  /** Absent where a date is free, and where none opens within `lookAheadDays`. */
  readonly acceptingFrom?: Temporal.Instant;
}

/**
 * How far beyond the horizon the next free date may lie, in days. What the operator blocked or
 * moved may lie there, and what another program or a longer horizon put there.
 */
const lookAheadDays = 366;

/** How long an instance reports what it found, in milliseconds. */
const maxAgeMs = 1_000;

/**
 * Whether the calendar has a free date. The result may be a second old, because only a reservation
 * decides.
 *
 * @returns a function that throws what the query throws, or TimeoutError
 */
export function createAccepting(
  em: EntityManager,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): () => Promise<Accepting> {
  let found: (Accepting & { readonly at: Temporal.Instant }) | undefined;

  const look = singleFlight(async () => {
    const now = clock();
    const { first, last } = bookableDates(utcDate(now), rules);
    const query = freeDates(em.fork().getKysely(), { first, last: last.add({ days: lookAheadDays }) }, 1);
    const [free] = await pTimeout(query, { milliseconds: responseMs });
    found = { at: now, ...acceptingAt(free, last, rules) };
    return found;
  });

  return async () => {
    const now = clock();
    if (found !== undefined && Math.abs(now.epochMilliseconds - found.at.epochMilliseconds) < maxAgeMs) {
      const isOpen = found.acceptingFrom && Temporal.Instant.compare(now, found.acceptingFrom) >= 0;
      if (!isOpen) return found;
    }
    return await look();
  };
}

/**
 * @param free the earliest free date, bookable or beyond the horizon
 * @param last the last bookable date
 */
function acceptingAt(
  free: Temporal.PlainDate | undefined,
  last: Temporal.PlainDate,
  { horizonDays }: CalendarRules,
): Accepting {
  if (free === undefined) return { accepting: false };
  if (Temporal.PlainDate.compare(free, last) <= 0) return { accepting: true, nextFreeDate: free };
  // The date opens at the midnight at which the horizon reaches it.
  return {
    accepting: false,
    acceptingFrom: free.subtract({ days: horizonDays }).toZonedDateTime('UTC').toInstant(),
  };
}

/**
 * Returns the earliest dates of a range that are neither reserved nor blocked, ascending; none
 * while the calendar is paused. Windows tile the bookable dates, so these dates are in the earliest
 * windows that have free dates.
 *
 * @param count the number of dates wanted, null for all; fewer are returned if fewer are free
 */
export async function freeDates(
  db: QueryExecutorProvider,
  range: DateRange,
  count: number | null,
): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ date: string }>`
    select to_char(date, 'YYYY-MM-DD') as date from (${scan(range, count)}) as free`.execute(db);
  return rows.map(({ date }) => Temporal.PlainDate.from(date));
}

/**
 * Reads what decides about verses: the earliest free dates, one a verse, or with `repeatDays` all of
 * them and, of the same snapshot, where the verses are within that many days of any of them.
 *
 * @param today the calendar's, a UTC date
 */
export async function readCalendar(
  db: QueryExecutorProvider,
  today: Temporal.PlainDate,
  rules: CalendarRules,
  verses: readonly Verse[],
): Promise<FoundCalendar> {
  const { repeatDays } = rules;
  const { rows } = await sql<Pick<FoundCalendar, 'free' | 'scheduled'>>`
    with free as materialized (${scan(bookableDates(today, rules), repeatDays > 0 ? null : verses.length)})
    select
      array(select date - ${today.toString()}::date from free order by date) as free,
      array(
        select json_build_object(
          'bookId', book_id, 'chapter', chapter, 'verse', verse, 'day', scheduled_date - ${today.toString()}::date
        )
        from scheduled_submission
        where ${repeatDays}::integer > 0
          and scheduled_date between
            (select min(date) from free) - ${repeatDays}::integer and (select max(date) from free) + ${repeatDays}::integer
          and (book_id, chapter, verse) in (
            select * from unnest(
              ${verses.map(({ bookId }) => bookId)}::text[],
              ${verses.map(({ chapter }) => chapter)}::integer[],
              ${verses.map(({ verse }) => verse)}::integer[]
            )
          )
      ) as scheduled`.execute(db);
  const { free, scheduled } = rows[0] as (typeof rows)[0];
  return { today, rules, free, scheduled };
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
  const last = Temporal.PlainDate.from(lastDate);
  const { rows } = await sql<{ days: number }>`
    select date - ${first.toString()}::date as days from (${free({ first, last })}) as free limit 1`.execute(db);
  return rows[0]?.days ?? first.until(last).days + 1;
}

/** The scan, which selects what `freeDates` returns. */
function scan(range: DateRange, count: number | null): RawBuilder<{ date: string }> {
  return sql`
    select date from (${free(range)}) as day where (select id from calendar_pause) is null limit ${count}`;
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
