import { type QueryExecutorProvider, sql } from 'kysely';
import type { components } from '../generated/openapi.desk.ts';
import { blockDatePatterns } from '../generated/operations.desk.ts';
import { bearerAuthSubject } from '../generated/operations.ts';
import { reference, validateVerse } from '../verse/validate.ts';

export type Day = components['schemas']['Day'];
type DeskSubmission = components['schemas']['DeskSubmission'];

/** How far away another date of the same verse counts as near, in days: at most a year, which a leap day can lengthen. */
const nearDays = 366;

/** The dates that the contract can express. */
const firstDate = '2000-01-01';
const lastDate = '9999-12-31';

/** What is on a date. */
interface Row {
  readonly date: string;
  /** Null unless the date is blocked. */
  readonly label: string | null;
  /** A bigint as text; null, as are all members below, unless the date has a submission. */
  readonly id: string | null;
  readonly player: string;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  /** Milliseconds since the epoch, rounded up like the instant at which the cooldown begins. */
  readonly submittedAt: number;
  readonly movedFrom: string | null;
}

/**
 * Returns some dates, ascending, each with what is on it.
 *
 * @param dates YYYY-MM-DD, from 2000-01-01 to 9999-12-31; at least one, in any order, and any of them may repeat
 */
export async function readDays(db: QueryExecutorProvider, dates: readonly string[]): Promise<Day[]> {
  const wanted = [...new Set(dates)].sort();
  const rows = await readRows(db, near(wanted[0] as string).first, near(wanted.at(-1) as string).last);
  const rowOf = new Map(rows.map((row) => [row.date, row]));
  const datesOf = Map.groupBy(rows, verseKey);
  return wanted.map((date) => {
    const row = rowOf.get(date);
    if (row === undefined) return { date, state: 'free' };
    const { first, last } = near(date);
    const alsoOn = () =>
      (datesOf.get(verseKey(row)) ?? [])
        .map((other) => other.date)
        .filter((other) => other !== date && other >= first && other <= last);
    return dayOf(row, alsoOn);
  });
}

/** The dates around a date that are near it. Dates of this form compare as texts. */
function near(date: string): { readonly first: string; readonly last: string } {
  const day = Temporal.PlainDate.from(date);
  const first = day.subtract({ days: nearDays }).toString();
  const last = day.add({ days: nearDays });
  return { first: first < firstDate ? firstDate : first, last: last.year > 9999 ? lastDate : last.toString() };
}

function verseKey({ bookId, chapter, verse }: Row): string {
  return `${bookId} ${chapter}:${verse}`;
}

/** The dates of a range that are reserved or blocked, ascending. */
async function readRows(db: QueryExecutorProvider, first: string, last: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      to_char(coalesce(scheduled_date, date), 'YYYY-MM-DD') as date,
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
      where scheduled_date between ${first} and ${last}
    ) as submission
    full join (select date, label from blocked_date where date between ${first} and ${last}) as blocked
      on date = scheduled_date
    order by 1`.execute(db);
  return rows;
}

/** A verse comes before a block, which only another program can have put on the same date: the puzzle shows the verse. */
function dayOf(row: Row, alsoOn: () => string[]): Day {
  const { date, label, id } = row;
  if (id !== null) {
    const submission = submissionOf(Number(id), row, alsoOn);
    return { date, state: 'reserved', ...(submission && { submission }) };
  }
  return { date, state: 'blocked', ...(label !== null && blockDatePatterns.label.test(label) && { label }) };
}

/** Undefined for a row of another program that the contract cannot express. Its date is reserved all the same. */
function submissionOf(id: number, row: Row, alsoOn: () => string[]): DeskSubmission | undefined {
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
    alsoOn: alsoOn(),
  };
}

function isPlayer(text: string): boolean {
  const { length } = [...text];
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength;
}

/** Whether RFC 3339 can express an instant: its year is from 0 to 9999. */
function isInstant(milliseconds: number): boolean {
  return milliseconds >= Date.parse('0000-01-01T00:00:00Z') && milliseconds < Date.parse('+010000-01-01T00:00:00Z');
}
