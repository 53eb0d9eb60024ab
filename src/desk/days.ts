import { type QueryExecutorProvider, sql } from 'kysely';
import { bookableDates, type CalendarRules, type DateRange, lastDate, utcDate } from '../calendar/window.ts';
import type { Action } from '../entities/calendar-change.ts';
import { deskColumns } from '../entities/scheduled-submission.ts';
import { calendarLimits, deskSubmissionLimits, type GetCalendarRequest } from './generated/operations.desk.ts';

/** A date of the calendar. */
export interface CalendarDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Null unless the date is blocked. */
  readonly label: string | null;
  /** Null unless the date is reserved. */
  readonly submission: PlannedSubmission | null;
  readonly latestChange: LatestChange | null;
}

/** The latest change of a date, or of the pause, in the record. */
export interface LatestChange {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: Action;
  /** The first two. */
  readonly dates: readonly string[];
  readonly submission: number | null;
  readonly otherSubmission: number | null;
  readonly note: string | null;
}

/** A submission on a date, as it is stored: another program may have stored anything. */
export interface PlannedSubmission {
  /** A bigint as text. */
  readonly id: string;
  readonly player: string;
  /** Whether an editor has set the verse. */
  readonly byEditor: boolean;
  readonly reviewed: boolean;
  /** Who has read it, and when, in milliseconds since the epoch; null if nobody has, or that is not known. */
  readonly reviewedBy: string | null;
  /** Null also if the token had no name. */
  readonly reviewedByName: string | null;
  readonly reviewedAt: number | null;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  /** Milliseconds since the epoch, rounded up like the instant at which the cooldown begins. */
  readonly submittedAt: number;
  /** The date of the 201, if the submission has been moved since. */
  readonly movedFrom: string | null;
  /** The nearest of the other dates that have the same verse, ascending. */
  readonly alsoOn: readonly string[];
  /** How many more there are. */
  readonly alsoOnMore: number;
}

/**
 * How far away another date of the same verse counts as near, in days: at most a year, which a leap
 * day can lengthen.
 */
export const nearDays = 366;

/** The first date that the contract can express; `lastDate` is the last. */
export const firstDate = '2000-01-01';

/** The first clocks of the earth to reach a date are those of UTC+14. */
const earliest = { hours: 14 };

/** The last frozen date: it has begun somewhere on earth, or is past, like every date before it. */
export function frozenUntil(now: Temporal.Instant): Temporal.PlainDate {
  return utcDate(now.add(earliest));
}

/** Whether a date (YYYY-MM-DD) is frozen. */
export function isFrozen(date: string, now: Temporal.Instant): boolean {
  return date <= frozenUntil(now).toString();
}

/** Whether a stored date is one (YYYY-MM-DD). */
export function isOn(stored: Temporal.PlainDate | null | undefined, date: string): boolean {
  return stored?.toString() === date;
}

/**
 * The dates that a request asks for. By default they begin today and end on the last bookable date
 * or, if that is before the first one or too far away, on the last that the range may have.
 *
 * @returns undefined if the range is empty or too long
 */
export function rangeOf(
  { from, to }: GetCalendarRequest['query'],
  rules: CalendarRules,
  now: Temporal.Instant,
): DateRange | undefined {
  const today = utcDate(now);
  const first = from === undefined ? today : Temporal.PlainDate.from(from);
  const furthest = earlier(first.add({ days: calendarLimits.days - 1 }), Temporal.PlainDate.from(lastDate));
  if (to === undefined) {
    const { last } = bookableDates(today, rules);
    return { first, last: isBefore(last, first) ? furthest : earlier(last, furthest) };
  }
  const last = Temporal.PlainDate.from(to);
  return isBefore(last, first) || isBefore(furthest, last) ? undefined : { first, last };
}

function earlier(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(a, b) ? a : b;
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}

/** Every date of a range, ascending, as YYYY-MM-DD. */
export function datesOf({ first, last }: DateRange): string[] {
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }).toString());
}

/** A verse on a date. */
interface Scheduled {
  readonly date: string;
  /** The date as a number of days. */
  readonly day: number;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
}

/** What is on a date. The members of a submission are null unless the date has one. */
interface Row extends Scheduled, Omit<PlannedSubmission, 'id' | 'alsoOn' | 'alsoOnMore'> {
  readonly id: string | null;
  readonly label: string | null;
}

/**
 * Returns some dates, ascending, each with what is on it.
 *
 * @param dates YYYY-MM-DD, from 2000-01-01 to 9999-12-31; in any order, and any of them may repeat
 */
export async function readDays(db: QueryExecutorProvider, dates: readonly string[]): Promise<CalendarDay[]> {
  const wanted = [...new Set(dates)].sort();
  const rows = await readRows(db, wanted);
  const rowOf = new Map(rows.map((row) => [row.date, row]));
  const verses = new Map(rows.filter(({ id }) => id !== null).map((row) => [verseKey(row), row]));
  const sameVerses = Map.groupBy(await readNear(db, wanted, [...verses.values()]), verseKey);
  const latestChangeOf = await readLatestChanges(db, wanted);
  return wanted.map((date) => {
    const row = rowOf.get(date);
    const latestChange = latestChangeOf(date);
    if (row === undefined) return { date, label: null, submission: null, latestChange };
    const { id, label, ...stored } = row;
    if (id === null) return { date, label, submission: null, latestChange };
    const submission = { ...stored, id, ...alsoOn(row, sameVerses.get(verseKey(row)) ?? []) };
    return { date, label, submission, latestChange };
  });
}

const recordedColumns = sql`
  id::double precision,
  floor(extract(epoch from at) * 1000)::double precision as at,
  actor,
  actor_name as "actorName",
  action,
  array(select to_char(d, 'YYYY-MM-DD') from unnest(dates[1:2]) as d) as dates,
  submission::double precision,
  other_submission::double precision as "otherSubmission",
  note`;

/**
 * Returns a function that knows the latest change of each of some dates. All changes of a date are
 * found first, since PostgreSQL would often read the record from its end until there is one.
 *
 * @param dates YYYY-MM-DD
 */
export async function readLatestChanges(
  db: QueryExecutorProvider,
  dates: readonly string[],
): Promise<(date: string) => LatestChange | null> {
  const { rows } = await sql<LatestChange & { readonly date: string }>`
    select to_char(date, 'YYYY-MM-DD') as date, latest.*
    from unnest(${dates}::date[]) as date cross join lateral (
      select ${recordedColumns}
      from (select * from calendar_change where dates @> array[date] offset 0) as of_date
      order by of_date.id desc
      limit 1
    ) as latest`.execute(db);
  const changes = new Map(rows.map(({ date, ...change }) => [date, change]));
  return (date) => changes.get(date) ?? null;
}

/** The latest change of the pause. */
export async function readPauseChange(db: QueryExecutorProvider): Promise<LatestChange | null> {
  const { rows } = await sql<LatestChange>`
    select ${recordedColumns} from calendar_change
    where id = greatest(
      (select max(id) from calendar_change where action = 'pause'),
      (select max(id) from calendar_change where action = 'resume')
    )`.execute(db);
  return rows[0] ?? null;
}

function verseKey({ bookId, chapter, verse }: Scheduled): string {
  return `${bookId} ${chapter}:${verse}`;
}

/** Those of the dates that are reserved or blocked. */
async function readRows(db: QueryExecutorProvider, dates: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      to_char(coalesce(scheduled_date, date), 'YYYY-MM-DD') as date,
      coalesce(scheduled_date, date) - ${firstDate}::date as day,
      label,
      ${deskColumns}
    from (
      select
        id, user_id, by_editor, reviewed_at, reviewed_by, reviewed_by_name, book_id, chapter, verse, created_at, moved_from,
        scheduled_date
      from scheduled_submission
      where scheduled_date = any (${dates}::date[])
    ) as submission
    full join (select date, label from blocked_date where date = any (${dates}::date[])) as blocked
      on date = scheduled_date`.execute(db);
  return rows;
}

/**
 * Where some verses are, ascending: on dates near any of the dates, and on these themselves.
 * PostgreSQL joins the ranges that overlap, once: without statistics it would for each submission.
 */
async function readNear(
  db: QueryExecutorProvider,
  dates: readonly string[],
  verses: readonly Scheduled[],
): Promise<Scheduled[]> {
  if (verses.length === 0) return [];
  const { rows } = await sql<Scheduled>`
    with near as materialized (
      select unnest(range_agg(daterange(date - ${nearDays}::integer, date + ${nearDays}::integer, '[]'))) as dates
      from unnest(${dates}::date[]) as date
    )
    select
      to_char(scheduled_date, 'YYYY-MM-DD') as date,
      scheduled_date - ${firstDate}::date as day,
      book_id as "bookId",
      chapter,
      verse
    from near
    join scheduled_submission on scheduled_date >= lower(dates) and scheduled_date < upper(dates)
    where scheduled_date between ${firstDate} and ${lastDate}
      and (book_id, chapter, verse) in (
        select * from unnest(
          ${verses.map(({ bookId }) => bookId)}::text[],
          ${verses.map(({ chapter }) => chapter)}::integer[],
          ${verses.map(({ verse }) => verse)}::integer[]
        )
      )
    order by scheduled_date`.execute(db);
  return rows;
}

/** The nearest of the other dates that are near a date, ascending, and how many more there are. */
function alsoOn({ day }: Row, scheduled: readonly Scheduled[]): Pick<PlannedSubmission, 'alsoOn' | 'alsoOnMore'> {
  const distance = (other: Scheduled) => Math.abs(other.day - day);
  const others = scheduled.filter((other) => other.day !== day && distance(other) <= nearDays);
  const nearest = others.toSorted((a, b) => distance(a) - distance(b)).slice(0, deskSubmissionLimits.alsoOn);
  return { alsoOn: nearest.map(({ date }) => date).sort(), alsoOnMore: others.length - nearest.length };
}

export type OutcomeName = 'done' | 'unseen' | 'frozen' | 'blocked' | 'taken' | 'cooldownOfAnother';

/**
 * What became of a change, and the dates that it concerns as they are now. `done` includes repeats;
 * the other names are keys of the operation's responses.
 */
export interface Outcome<Name extends OutcomeName> {
  readonly outcome: Name;
  readonly days: readonly CalendarDay[];
}

/**
 * The dates that a change concerns, as they are now.
 *
 * @param dates may repeat. Left out are those of withdrawn and missing submissions, and dates
 *   that the contract cannot express.
 */
export async function readConcernedDays(
  db: QueryExecutorProvider,
  dates: readonly (string | Temporal.PlainDate | null | undefined)[],
): Promise<CalendarDay[]> {
  const texts = dates.flatMap((date) => (date == null ? [] : String(date)));
  return await readDays(
    db,
    texts.filter((date) => date >= firstDate && date <= lastDate),
  );
}
