import { type QueryExecutorProvider, sql } from 'kysely';
import { instantText, isExpressible } from '../api/formats.ts';
import type { Action } from '../entities/calendar-change.ts';
import { reference, type Unvalidated, type Verse, validateVerse } from '../verse/validate.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import {
  changeListLimits,
  type Handlers,
  type ListChangesRequest,
  listChangesResponses as responses,
} from './generated/operations.desk.ts';

/** `GET /desk/api/changes`: who changed what, newest first. */
export function listChanges({ read }: DeskDependencies): Handlers['listChanges'] {
  return async ({ query }) => {
    // 8. read
    const { changes, before } = await read((em) => readChanges(em.getKysely(), query));
    const isFirstPage = query.before === undefined;
    return responses.changeList({
      changes: changes.map(presentChange),
      ...(before !== undefined && { before }),
      ...(isFirstPage && { months: await read((em) => readMonths(em.getKysely())) }),
    });
  };
}

/** A change as the contract has it. */
function presentChange(change: RecordedChange): components['schemas']['Change'] {
  const { id, at, actor, actorName, action, dates, dateCount, submission, otherSubmission, note } = change;
  const [verse, otherVerse] = [validateVerse(change), validateVerse(change.otherVerse ?? {})];
  return {
    id: Number(id),
    ...(isExpressible(at) && { at: instantText(at) }),
    actor,
    ...(actorName !== null && { actorName }),
    action,
    dates: [...dates],
    ...(dateCount > dates.length && { dateCount }),
    ...(submission !== null && { submission: Number(submission) }),
    ...(!('error' in verse) && { reference: reference(verse) }),
    ...(otherSubmission !== null && { otherSubmission: Number(otherSubmission) }),
    ...(!('error' in otherVerse) && { otherReference: reference(otherVerse) }),
    ...(note !== null && { note }),
  };
}

/** A change as it is stored: another program may have stored anything. */
interface RecordedChange {
  /** A bigint as text, as are `submission` and `otherSubmission`. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: Action;
  /** The first and the last of more than two. */
  readonly dates: string[];
  readonly dateCount: number;
  readonly submission: string | null;
  /** Null unless it is a swap. */
  readonly otherSubmission: string | null;
  /** That of `otherSubmission`, if it still exists. */
  readonly otherVerse: Unvalidated<Verse> | null;
  readonly note: string | null;
  /** Null, as are the members below, unless the change concerned a submission that still exists. */
  readonly bookId: string | null;
  readonly chapter: number | null;
  readonly verse: number | null;
}

/** A page of the record, newest first. */
interface RecordPage {
  readonly changes: readonly RecordedChange[];
  /** The id before which the next page begins; undefined if there is none. */
  readonly before: number | undefined;
}

/** The month of a change, in UTC: the expression of an index. */
const monthOfChange = sql`date_trunc('month', at at time zone 'UTC')`;

/**
 * Reads a page of the record, at most as many changes as the contract allows. PostgreSQL plans the
 * statement with its values, and so without the conditions of those that are null. From what it
 * knows of the record, it would often read that from its end until the page is full, which can be
 * all of it. So it finds all changes of a date first, and those of an operator in the order of their
 * index.
 */
async function readChanges(
  db: QueryExecutorProvider,
  { before = Number.MAX_SAFE_INTEGER, action, month, date, actor }: ListChangesRequest['query'],
): Promise<RecordPage> {
  const record =
    date === undefined
      ? sql`calendar_change`
      : sql`(select * from calendar_change where dates @> array[${date}::date] offset 0) as calendar_change`;
  const { rows } = await sql<RecordedChange>`
    with page as materialized (
      select * from ${record}
      where id < ${before}
        and (${action ?? null}::text is null or action = ${action ?? null})
        and (${month ?? null}::text is null or ${monthOfChange} = to_date(${month ?? null}, 'YYYY-MM'))
        ${actor === undefined ? sql`` : sql`and actor >= ${actor} and (actor, id) < (${actor}, ${before})`}
      order by ${actor === undefined ? sql`` : sql`actor desc,`} id desc
      limit ${changeListLimits.changes} + 1
    )
    select
      page.id,
      floor(extract(epoch from at) * 1000)::double precision as at,
      actor,
      actor_name as "actorName",
      action,
      array(
        select to_char(date, 'YYYY-MM-DD') from unnest(dates) with ordinality as d (date, position)
        where position in (1, cardinality(dates)) order by position
      ) as dates,
      cardinality(dates) as "dateCount",
      submission,
      other_submission as "otherSubmission",
      (
        select json_build_object('bookId', book_id, 'chapter', chapter, 'verse', verse)
        from scheduled_submission where id = other_submission
      ) as "otherVerse",
      note,
      book_id as "bookId",
      chapter,
      verse
    from page left join scheduled_submission on scheduled_submission.id = submission
    order by page.id desc`.execute(db);
  const changes = rows.slice(0, changeListLimits.changes);
  return { changes, before: rows.length > changes.length ? Number(changes.at(-1)?.id) : undefined };
}

/**
 * The months in which the record has changes, newest first, as YYYY-MM in UTC. Each is looked up in
 * the index, beginning where the one before it does.
 */
async function readMonths(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with recursive month (start) as (
      select timestamp '10000-01-01'
      union all
      select earlier.start
      from month cross join lateral (
        select ${monthOfChange} as start
        from calendar_change
        where ${monthOfChange} < month.start and ${monthOfChange} >= '2000-01-01'
        order by ${monthOfChange} desc
        limit 1
      ) as earlier
    )
    select to_char(start, 'YYYY-MM') as month
    from month
    where start < '10000-01-01'
    limit ${changeListLimits.months}`.execute(db);
  return rows.map(({ month }) => month);
}
