import { type Expression, sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import type { Verse } from '../verse/validate.ts';

/** A player's latest submission, with all that its answer said. */
export interface LatestSubmission {
  readonly createdAt: Temporal.Instant;
  readonly verse: Verse;
  readonly date: Temporal.PlainDate;
  /** Null for a row that another program inserted. */
  readonly windowText: string | null;
  /** Null where the request had none. */
  readonly idempotencyKey: string | null;
}

/** The columns of `latestSubmissionSql`, all null where there is no submission. */
export type LatestSubmissionRow =
  | {
      created_at_ms: string;
      book_id: Verse['bookId'];
      chapter: number;
      verse: number;
      scheduled_date: string;
      window_text: string | null;
      idempotency_key: string | null;
    }
  | { created_at_ms: null };

/**
 * The instant is in milliseconds since the epoch, which no time zone touches, rounded up so that no cooldown ends too early.
 * The date goes through to_char, since the text form of a date depends on the session's DateStyle.
 */
export function latestSubmissionSql(userId: Expression<string>) {
  return sql<LatestSubmissionRow>`
    select
      ceil(extract(epoch from created_at) * 1000) as created_at_ms,
      book_id, chapter, verse,
      to_char(scheduled_date, 'YYYY-MM-DD') as scheduled_date,
      window_text, idempotency_key
    from scheduled_submission
    where user_id = ${userId}
    order by created_at desc
    limit 1`;
}

export function toLatestSubmission(row: LatestSubmissionRow | undefined): LatestSubmission | undefined {
  if (row === undefined || row.created_at_ms === null) return undefined;
  return {
    createdAt: Temporal.Instant.fromEpochMilliseconds(Number(row.created_at_ms)),
    verse: { bookId: row.book_id, chapter: row.chapter, verse: row.verse },
    date: Temporal.PlainDate.from(row.scheduled_date),
    windowText: row.window_text,
    idempotencyKey: row.idempotency_key,
  };
}

/** A player's latest submission, or undefined for a player who has never submitted a verse. */
export async function latestSubmission(em: EntityManager, userId: string): Promise<LatestSubmission | undefined> {
  const { rows } = await latestSubmissionSql(sql`${userId}`).execute(em.getKysely());
  return toLatestSubmission(rows[0]);
}
