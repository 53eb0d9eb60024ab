import { type QueryExecutorProvider, sql } from 'kysely';
import { firstDate, lastDate, type PlannedSubmission } from './days.ts';
import { foundBlockedDatesMaxItems, foundSubmissionsMaxItems } from './generated/operations.desk.ts';

/** What submissions must have to be found. Every submission has what is undefined. */
export interface SubmissionSearch {
  readonly player?: string | undefined;
  /** A verse, a chapter or a book: `JHN.3.16`, `JHN.3` or `JHN`. */
  readonly verse?: string | undefined;
  /** Whether only withdrawn submissions are found. */
  readonly withdrawn?: boolean | undefined;
  /** An id, before which theirs are. */
  readonly before?: number | undefined;
}

/** A submission, and where it is. */
export interface FoundSubmission extends Omit<PlannedSubmission, 'alsoOn' | 'alsoOnMore'> {
  /** Null once it is withdrawn. */
  readonly date: string | null;
  /** Milliseconds since the epoch; null unless it is withdrawn, like `withdrawnFrom`. */
  readonly withdrawnAt: number | null;
  readonly withdrawnFrom: string | null;
}

/** A page of submissions, newest first. */
interface FoundSubmissions {
  readonly submissions: readonly FoundSubmission[];
  /** The id before which the next page begins; undefined if there is none. */
  readonly before: number | undefined;
}

/**
 * Finds submissions, at most as many as the contract allows, but none with an id or on a date that
 * it cannot express.
 */
export async function findSubmissions(
  db: QueryExecutorProvider,
  { player, verse = '', withdrawn = false, before = Number.MAX_SAFE_INTEGER }: SubmissionSearch,
): Promise<FoundSubmissions> {
  const [bookId, chapter, number] = verse.split('.');
  // PostgreSQL plans the statement with its values, and so without the conditions of those that
  // are null.
  const { rows } = await sql<FoundSubmission>`
    select
      id,
      user_id as player,
      by_editor as "byEditor",
      book_id as "bookId",
      chapter,
      verse,
      ceil(extract(epoch from created_at) * 1000)::double precision as "submittedAt",
      to_char(moved_from, 'YYYY-MM-DD') as "movedFrom",
      to_char(scheduled_date, 'YYYY-MM-DD') as date,
      ceil(extract(epoch from withdrawn_at) * 1000)::double precision as "withdrawnAt",
      to_char(withdrawn_from, 'YYYY-MM-DD') as "withdrawnFrom"
    from scheduled_submission
    where id > 0 and id < ${before}
      and coalesce(scheduled_date, withdrawn_from) between ${firstDate} and ${lastDate}
      and (${player ?? null}::text is null or user_id = ${player ?? null})
      and (${bookId || null}::text is null or book_id = ${bookId || null})
      and (${chapter ?? null}::integer is null or chapter = ${chapter ?? null})
      and (${number ?? null}::integer is null or verse = ${number ?? null})
      and (not ${withdrawn}::boolean or scheduled_date is null)
    order by id desc
    limit ${foundSubmissionsMaxItems.submissions} + 1`.execute(db);
  const submissions = rows.slice(0, foundSubmissionsMaxItems.submissions);
  return { submissions, before: rows.length > submissions.length ? Number(submissions.at(-1)?.id) : undefined };
}

/** Blocked dates, ascending, and whether there are more. */
interface FoundBlockedDates {
  /** The dates are YYYY-MM-DD. */
  readonly dates: readonly { readonly date: string; readonly label: string }[];
  readonly more: boolean;
}

/**
 * Finds the blocked dates from a date on whose label contains a text, in upper or lower case, at
 * most as many as the contract allows.
 *
 * @param from YYYY-MM-DD
 */
export async function findBlockedDates(
  db: QueryExecutorProvider,
  from: string,
  text: string,
): Promise<FoundBlockedDates> {
  // The collation is Unicode's: a database with the locale C knows upper and lower case of ASCII
  // alone.
  const { rows } = await sql<{ date: string; label: string }>`
    select to_char(date, 'YYYY-MM-DD') as date, label
    from blocked_date
    where date >= ${from}
      and strpos(upper(label collate "und-x-icu"), upper(${text}::text collate "und-x-icu")) > 0
    order by blocked_date.date
    limit ${foundBlockedDatesMaxItems.dates} + 1`.execute(db);
  const dates = rows.slice(0, foundBlockedDatesMaxItems.dates);
  return { dates, more: rows.length > dates.length };
}
