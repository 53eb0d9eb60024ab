import { type QueryExecutorProvider, sql } from 'kysely';
import type { components } from '../generated/openapi.desk.ts';
import { blockDatePatterns, deskSubmissionMaxItems } from '../generated/operations.desk.ts';
import { bearerAuthSubject } from '../generated/operations.ts';
import { reference, validateVerse } from '../verse/validate.ts';

export type Day = components['schemas']['Day'];
type DeskSubmission = components['schemas']['DeskSubmission'];

/** How far away another date of the same verse counts as near, in days: at most a year, which a leap day can lengthen. */
const nearDays = 366;

/** The dates that the contract can express. */
const firstDate = '2000-01-01';
const lastDate = '9999-12-31';

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
interface Row extends Scheduled {
  /** Null unless the date is blocked. */
  readonly label: string | null;
  /** A bigint as text. */
  readonly id: string | null;
  readonly player: string;
  /** Milliseconds since the epoch, rounded up like the instant at which the cooldown begins. */
  readonly submittedAt: number;
  readonly movedFrom: string | null;
}

/**
 * Returns some dates, ascending, each with what is on it.
 *
 * @param dates YYYY-MM-DD, from 2000-01-01 to 9999-12-31; in any order, and any of them may repeat
 */
export async function readDays(db: QueryExecutorProvider, dates: readonly string[]): Promise<Day[]> {
  const wanted = [...new Set(dates)].sort();
  const rows = await readRows(db, wanted);
  const rowOf = new Map(rows.map((row) => [row.date, row]));
  const verses = new Map(rows.filter(({ id }) => id !== null).map((row) => [verseKey(row), row]));
  const sameVerses = Map.groupBy(await readNear(db, wanted, [...verses.values()]), verseKey);
  return wanted.map((date) => {
    const row = rowOf.get(date);
    return row === undefined ? { date, state: 'free' } : dayOf(row, sameVerses.get(verseKey(row)) ?? []);
  });
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
      id,
      user_id as player,
      book_id as "bookId",
      chapter,
      verse,
      ceil(extract(epoch from created_at) * 1000)::double precision as "submittedAt",
      to_char(moved_from, 'YYYY-MM-DD') as "movedFrom"
    from (
      select id, user_id, book_id, chapter, verse, created_at, moved_from, scheduled_date
      from scheduled_submission
      where scheduled_date = any (${dates}::date[])
    ) as submission
    full join (select date, label from blocked_date where date = any (${dates}::date[])) as blocked
      on date = scheduled_date`.execute(db);
  return rows;
}

/** Where some verses are, ascending: on dates near any of the dates, and on these themselves. PostgreSQL joins the ranges that overlap. */
async function readNear(
  db: QueryExecutorProvider,
  dates: readonly string[],
  verses: readonly Scheduled[],
): Promise<Scheduled[]> {
  if (verses.length === 0) return [];
  const { rows } = await sql<Scheduled>`
    select
      to_char(scheduled_date, 'YYYY-MM-DD') as date,
      scheduled_date - ${firstDate}::date as day,
      book_id as "bookId",
      chapter,
      verse
    from (
      select unnest(range_agg(daterange(date - ${nearDays}::integer, date + ${nearDays}::integer, '[]'))) as dates
      from unnest(${dates}::date[]) as date
    ) as near
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
function alsoOn({ day }: Row, scheduled: readonly Scheduled[]): Pick<DeskSubmission, 'alsoOn' | 'alsoOnMore'> {
  const distance = (other: Scheduled) => Math.abs(other.day - day);
  const others = scheduled.filter((other) => other.day !== day && distance(other) <= nearDays);
  const nearest = others.toSorted((a, b) => distance(a) - distance(b)).slice(0, deskSubmissionMaxItems.alsoOn);
  const more = others.length - nearest.length;
  return { alsoOn: nearest.map(({ date }) => date).sort(), ...(more > 0 && { alsoOnMore: more }) };
}

/** A verse comes before a block, which only another program can have put on the same date: the puzzle shows the verse. */
function dayOf(row: Row, sameVerses: readonly Scheduled[]): Day {
  const { date, label, id } = row;
  if (id !== null) {
    const submission = submissionOf(Number(id), row, sameVerses);
    return { date, state: 'reserved', ...(submission && { submission }) };
  }
  return { date, state: 'blocked', ...(label !== null && blockDatePatterns.label.test(label) && { label }) };
}

/** Undefined for a row of another program that the contract cannot express. Its date is reserved all the same. */
function submissionOf(id: number, row: Row, sameVerses: readonly Scheduled[]): DeskSubmission | undefined {
  const { player, submittedAt, movedFrom } = row;
  const verse = validateVerse(row);
  if ('error' in verse || !Number.isSafeInteger(id) || id < 1 || !isPlayer(player) || !isInstant(submittedAt)) {
    return undefined;
  }
  return {
    id,
    player,
    reference: reference(verse),
    ...verse,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(submittedAt).toString({ fractionalSecondDigits: 3 }),
    ...(movedFrom !== null && { movedFrom }),
    ...alsoOn(row, sameVerses),
  };
}

function isPlayer(text: string): boolean {
  const { length } = [...text];
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength;
}

/** Whether RFC 3339 can express an instant: its year is from 0 to 9999. */
export function isInstant(milliseconds: number): boolean {
  return milliseconds >= Date.parse('0000-01-01T00:00:00Z') && milliseconds < Date.parse('+010000-01-01T00:00:00Z');
}
