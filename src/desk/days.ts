import { type QueryExecutorProvider, sql } from 'kysely';
import type { components } from '../generated/openapi.desk.ts';
import { blockDatePatterns } from '../generated/operations.desk.ts';
import { bearerAuthSubject } from '../generated/operations.ts';
import { reference, validateVerse } from '../verse/validate.ts';

export type Day = components['schemas']['Day'];
type DeskSubmission = components['schemas']['DeskSubmission'];

/** How far away another date of the same verse counts as near, in days. */
const nearDays = 365;

/** A date, and what the tables have for it. */
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
  /** Null if there are none. */
  readonly alsoOn: string[] | null;
}

/**
 * Returns some dates, ascending, each with what is on it. The statement finds the other dates of all their verses by one join: a subquery for
 * each date would read the year around it each time.
 *
 * @param dates YYYY-MM-DD, from 2000-01-01 to 9999-12-31
 */
export async function readDays(db: QueryExecutorProvider, dates: readonly string[]): Promise<Day[]> {
  const { rows } = await sql<Row>`
    with day as (
      select distinct date from unnest(${dates}::date[]) as date
    ), near as (
      select id, user_id, book_id, chapter, verse, scheduled_date, created_at, moved_from
      from scheduled_submission
      where scheduled_date between greatest((select min(date) from day) - ${nearDays}::integer, '2000-01-01')
        and least((select max(date) from day) + ${nearDays}::integer, '9999-12-31')
    ), also as (
      select near.id, array_agg(to_char(other.scheduled_date, 'YYYY-MM-DD') order by other.scheduled_date) as dates
      from day
      join near on near.scheduled_date = day.date
      join near as other using (book_id, chapter, verse)
      where other.id <> near.id and abs(other.scheduled_date - near.scheduled_date) <= ${nearDays}
      group by near.id
    )
    select
      to_char(day.date, 'YYYY-MM-DD') as date,
      blocked_date.label,
      near.id,
      near.user_id as player,
      near.book_id as "bookId",
      near.chapter,
      near.verse,
      ceil(extract(epoch from near.created_at) * 1000)::double precision as "submittedAt",
      to_char(near.moved_from, 'YYYY-MM-DD') as "movedFrom",
      also.dates as "alsoOn"
    from day
    left join near on near.scheduled_date = day.date
    left join also on also.id = near.id
    left join blocked_date on blocked_date.date = day.date
    order by day.date`.execute(db);
  return rows.map(dayOf);
}

/** A verse comes before a block, which only another program can have put on the same date: the puzzle shows the verse. */
function dayOf(row: Row): Day {
  const { date, label, id } = row;
  if (id !== null) {
    const submission = submissionOf(Number(id), row);
    return { date, state: 'reserved', ...(submission && { submission }) };
  }
  if (label === null) return { date, state: 'free' };
  return { date, state: 'blocked', ...(blockDatePatterns.label.test(label) && { label }) };
}

/** Undefined for a row of another program that the contract cannot express. Its date is reserved all the same, and only SQL can change it. */
function submissionOf(id: number, row: Row): DeskSubmission | undefined {
  const { player, submittedAt, movedFrom, alsoOn } = row;
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
    alsoOn: alsoOn ?? [],
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
