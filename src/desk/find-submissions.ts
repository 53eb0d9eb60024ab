import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { instantText } from '../api/formats.ts';
import { lastDate } from '../calendar/window.ts';
import { deskColumns } from '../entities/scheduled-submission.ts';
import { readWords } from '../verse/chapters.ts';
import { codesOfVersesWith } from '../verse/find-verses.ts';
import { firstDate, type LatestChange, type PlannedSubmission, readLatestChanges } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import {
  type FindSubmissionsRequest,
  foundSubmissionsLimits,
  type Handlers,
  findSubmissionsResponses as responses,
} from './generated/operations.desk.ts';
import { presentLatestChange, presentSubmission } from './present.ts';

/** `GET /desk/api/submissions`: those of a player, of a verse or with some words, withdrawn or unread ones. */
export function findSubmissions({ read, readChapter, readWordIndex }: DeskDependencies): Handlers['findSubmissions'] {
  return async ({ query }) => {
    // 9. read
    const { text } = query;
    const verses = text === undefined ? [] : codesOfVersesWith(await readWordIndex(), text);
    const { submissions, before, count } = await read((em) => readSubmissions(em.getKysely(), query, verses));
    const withdrawn = submissions.filter(({ date }) => date === null).map(({ id }) => id);
    const withdrawals = await read((em) => readWithdrawals(em.getKysely(), withdrawn));
    const dates = submissions.flatMap(({ date, withdrawnFrom }) => date ?? withdrawnFrom ?? []);
    const latestChangeOf = await read((em) => readLatestChanges(em.getKysely(), dates));
    const presented = submissions
      .map((each) => presentFound(each, withdrawals.get(each.id), latestChangeOf))
      .filter((submission) => submission !== undefined);
    const withWords = await Array.fromAsync(presented, async (each) => ({
      ...each,
      words: await readWords(readChapter, each),
    }));
    return responses.foundSubmissions({ count, submissions: withWords, ...(before !== undefined && { before }) });
  };
}

/** Undefined for a row of another program that the contract cannot express. */
function presentFound(
  { date, withdrawnAt, withdrawnFrom, ...submission }: FoundSubmission,
  withdrawal: Withdrawal | undefined,
  latestChangeOf: (date: string) => LatestChange | null,
) {
  const presented = presentSubmission(submission);
  if (presented === undefined) return undefined;
  return {
    ...presented,
    ...(date !== null && { date }),
    ...(withdrawnAt !== null && { withdrawnAt: instantText(withdrawnAt) }),
    ...(withdrawnFrom !== null && { withdrawnFrom }),
    ...(withdrawal && { withdrawnBy: withdrawal.actor }),
    ...(withdrawal?.actorName && { withdrawnByName: withdrawal.actorName }),
    ...(withdrawal?.note && { withdrawalNote: withdrawal.note }),
    latestChange: presentLatestChange(latestChangeOf(date ?? withdrawnFrom ?? '')),
  };
}

/** A submission, and where it is. */
interface FoundSubmission extends Omit<PlannedSubmission, 'alsoOn' | 'alsoOnMore'> {
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
  /** How many are on this page and further ones. */
  readonly count: number;
}

/**
 * Finds submissions, at most as many as the contract allows, but none with an id or on a date that
 * it cannot express. A condition that is undefined excludes none.
 *
 * @param verses the codes of those that have the words of the text, such as `JHN.3.16`
 */
async function readSubmissions(
  db: QueryExecutorProvider,
  {
    player,
    verse,
    text,
    withdrawn = false,
    unread = false,
    before = Number.MAX_SAFE_INTEGER,
  }: FindSubmissionsRequest['query'],
  verses: readonly string[],
): Promise<FoundSubmissions> {
  const fits = [...(verse === undefined ? [] : [isIn(verse)]), ...(text === undefined ? [] : [fitsText(text, verses)])];
  // PostgreSQL plans the statement with its values, and so without the conditions of those that
  // are null.
  const { rows } = await sql<FoundSubmission & { readonly count: number }>`
    select
      ${deskColumns},
      to_char(scheduled_date, 'YYYY-MM-DD') as date,
      ceil(extract(epoch from withdrawn_at) * 1000)::double precision as "withdrawnAt",
      to_char(withdrawn_from, 'YYYY-MM-DD') as "withdrawnFrom",
      count(*) over ()::integer as count
    from scheduled_submission
    where id > 0 and id < ${before}
      and coalesce(scheduled_date, withdrawn_from) between ${firstDate} and ${lastDate}
      and (${player ?? null}::text is null or user_id = ${player ?? null})
      and (${fits.length === 0 ? sql`true` : sql.join(fits, sql` or `)})
      and (not ${withdrawn}::boolean or scheduled_date is null)
      and (not ${unread}::boolean or not by_editor and reviewed_at is null)
    order by id desc
    limit ${foundSubmissionsLimits.submissions} + 1`.execute(db);
  const submissions = rows.slice(0, foundSubmissionsLimits.submissions);
  return {
    submissions,
    before: rows.length > submissions.length ? Number(submissions.at(-1)?.id) : undefined,
    count: rows[0]?.count ?? 0,
  };
}

/** The condition that a submission's verse is one, or in a chapter or a book. */
function isIn(verse: string): RawBuilder<unknown> {
  const [bookId, chapter = null, number = null] = verse.split('.');
  return sql`book_id = ${bookId} and (${chapter}::integer is null or chapter = ${chapter})
    and (${number}::integer is null or verse = ${number})`;
}

/** How much of a player's id is enough to find it: the first part of a UUID. */
const idBeginning = 8;

/**
 * The condition that a text fits a submission: the contract has the rules. Of the notes, it concerns
 * that of the latest withdrawal, which is looked up in an index.
 */
function fitsText(text: string, verses: readonly string[]): RawBuilder<unknown> {
  const isLong = [...text].length >= idBeginning;
  const words = [...new Set(text.split(/\s+/))].filter((word) => word !== '');
  // The collation is Unicode's, as for the labels of blocked dates.
  return sql`user_id = ${text} or ${isLong}::boolean and starts_with(user_id, ${text})
    or book_id || '.' || chapter || '.' || verse = any (${verses}::text[])
    or scheduled_date is null and (
      select note from calendar_change
      where submission = scheduled_submission.id and action = 'withdraw'
      order by calendar_change.id desc limit 1
    ) collate "und-x-icu" ilike all (${words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)}::text[])`;
}

/** Who withdrew a submission last, and why. */
interface Withdrawal {
  /** A bigint as text. */
  readonly submission: string;
  readonly actor: string;
  readonly actorName: string | null;
  readonly note: string | null;
}

/** The record's latest withdrawal of each submission. */
async function readWithdrawals(
  db: QueryExecutorProvider,
  submissions: readonly string[],
): Promise<ReadonlyMap<string, Withdrawal>> {
  if (submissions.length === 0) return new Map();
  const { rows } = await sql<Withdrawal>`
    select distinct on (submission) submission, actor, actor_name as "actorName", note
    from calendar_change
    where action = 'withdraw' and submission = any (${submissions}::bigint[])
    order by submission, id desc`.execute(db);
  return new Map(rows.map((row) => [row.submission, row]));
}
