import { type RawBuilder, sql } from 'kysely';
import type { Verse } from '../verse/validate.ts';

/**
 * What checks 5 and 7 need to know about a player's latest submission whose cooldown the operator
 * has not ended.
 */
export interface LatestSubmission {
  /** Milliseconds since the epoch, rounded up, so that the cooldown never ends too early. */
  readonly submittedAt: number;
  /**
   * The submission itself, if it has the idempotency key of the request and is not withdrawn: its
   * response may have been lost.
   */
  readonly repeated: RepeatedSubmission | null;
}

export interface RepeatedSubmission extends Verse {
  /**
   * The date of the 201, wherever the submission has been moved. As PostgreSQL writes it; another
   * program may have stored any.
   */
  readonly date: string;
  /** Null if another program stored the row. */
  readonly windowText: string | null;
}

/**
 * Returns a scalar subquery: the latest submission of `request.user_id` whose cooldown has not been
 * ended, or null. `request` is a row of the statement it is in, which also has the request's
 * `idempotency_key`. The index on user_id and created_at finds the one row at every size of the
 * table.
 *
 * @param stored where to look: in the table, or in what the statement itself has just stored
 */
export function latestSubmission(stored: 'scheduled_submission' | 'stored'): RawBuilder<LatestSubmission | null> {
  return sql`(
    select json_build_object(
      'submittedAt', ceil(extract(epoch from latest.created_at) * 1000),
      'repeated', case when latest.idempotency_key = request.idempotency_key and latest.withdrawn_at is null then json_build_object(
        'bookId', latest.book_id, 'chapter', latest.chapter, 'verse', latest.verse,
        'date', coalesce(latest.moved_from, latest.scheduled_date), 'windowText', latest.window_text
      ) end
    )
    from ${sql.table(stored)} as latest
    where latest.user_id = request.user_id and not latest.cooldown_ended
    order by latest.created_at desc
    limit 1
  )`;
}
