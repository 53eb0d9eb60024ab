import { type QueryExecutorProvider, sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { isStorable } from '../database/storable.ts';
import { CalendarChange } from '../entities/calendar-change.ts';
import type { components } from './generated/openapi.desk.ts';
import { changeListMaxItems } from './generated/operations.desk.ts';

export type Action = components['schemas']['Change']['action'];

/** What an operator has changed. It has no player's id. */
export interface Change {
  readonly action: Action;
  /** YYYY-MM-DD; for a move or a swap, the date from which the verse went, then the other. */
  readonly dates: readonly string[];
  readonly submission?: number;
  readonly note?: string | undefined;
}

/** Who makes a change, and when. */
export interface Operator {
  /** The `sub` of the token. */
  readonly actor: string;
  readonly now: Temporal.Instant;
}

/**
 * Adds a change to the record, in the transaction that makes it. The instant is the database's.
 *
 * @throws Error for an actor whose id PostgreSQL cannot store
 */
export async function recordChange(
  em: EntityManager,
  { actor }: Operator,
  { action, dates, submission, note }: Change,
): Promise<void> {
  if (!isStorable(actor)) throw new Error("The record cannot hold the operator's id");
  const days = dates.map((date) => Temporal.PlainDate.from(date));
  await em.insert(CalendarChange, { actor, action, dates: days, submission: submission ?? null, note: note ?? null });
}

/** What changes must have to be listed. Every change has what is undefined. */
export interface ChangeFilter {
  /** An id, before which theirs are. */
  readonly before?: number | undefined;
  readonly action?: Action | undefined;
  /** YYYY-MM, in UTC. */
  readonly month?: string | undefined;
}

/** A change as it is stored: another program may have stored anything. */
export interface RecordedChange {
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
export async function readChanges(
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
