import { type QueryExecutorProvider, sql } from 'kysely';
import { instantText, isExpressible } from '../api/formats.ts';
import type { Action } from '../entities/calendar-change.ts';
import { reference, validateVerse } from '../verse/validate.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { changeListMaxItems, type Handlers, listChangesResponses as responses } from './generated/operations.desk.ts';

/** `GET /desk/api/changes`: who changed what, newest first. */
export function listChanges({ read }: DeskDependencies): Handlers['listChanges'] {
  return async ({ query }) => {
    // 6. read
    const { changes, before } = await read((em) => readChanges(em.getKysely(), query));
    return responses.changeList({ changes: changes.map(presentChange), ...(before !== undefined && { before }) });
  };
}

/** A change as the contract has it. */
function presentChange(change: RecordedChange): components['schemas']['Change'] {
  const { id, at, actor, action, dates, dateCount, submission, note } = change;
  const verse = validateVerse(change);
  return {
    id: Number(id),
    ...(isExpressible(at) && { at: instantText(at) }),
    actor,
    action,
    dates: [...dates],
    ...(dateCount > dates.length && { dateCount }),
    ...(submission !== null && { submission: Number(submission) }),
    ...(!('error' in verse) && { reference: reference(verse) }),
    ...(note !== null && { note }),
  };
}

/** What changes must have to be listed. Every change has what is undefined. */
interface ChangeFilter {
  /** An id, before which theirs are. */
  readonly before?: number | undefined;
  readonly action?: Action | undefined;
  /** YYYY-MM, in UTC. */
  readonly month?: string | undefined;
}

/** A change as it is stored: another program may have stored anything. */
interface RecordedChange {
  /** A bigint as text, as is `submission`. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: string;
  readonly action: Action;
  /** The first and the last of more than two. */
  readonly dates: string[];
  readonly dateCount: number;
  readonly submission: string | null;
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

/** Reads a page of the record, at most as many changes as the contract allows. */
async function readChanges(
  db: QueryExecutorProvider,
  { before = Number.MAX_SAFE_INTEGER, action, month }: ChangeFilter,
): Promise<RecordPage> {
  const { rows } = await sql<RecordedChange>`
    select
      change.id,
      floor(extract(epoch from at) * 1000)::double precision as at,
      actor,
      action,
      array(
        select to_char(date, 'YYYY-MM-DD') from unnest(dates) with ordinality as d (date, position)
        where position in (1, cardinality(dates)) order by position
      ) as dates,
      cardinality(dates) as "dateCount",
      submission,
      note,
      book_id as "bookId",
      chapter,
      verse
    from calendar_change as change left join scheduled_submission on scheduled_submission.id = submission
    where change.id < ${before}
      and (${action ?? null}::text is null or action = ${action ?? null})
      and (${month ?? null}::text is null or date_trunc('month', at at time zone 'UTC') = to_date(${month ?? null}, 'YYYY-MM'))
    order by change.id desc
    limit ${changeListMaxItems.changes} + 1`.execute(db);
  const changes = rows.slice(0, changeListMaxItems.changes);
  return { changes, before: rows.length > changes.length ? Number(changes.at(-1)?.id) : undefined };
}
