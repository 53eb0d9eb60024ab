import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { submissionListMaxItems } from '../generated/operations.ts';
import type { Verse } from '../verse/validate.ts';

/**
 * A submission as its player sees it. Its verse may not exist, if another program has stored it.
 */
export interface ListedSubmission extends Verse {
  /**
   * As PostgreSQL writes it, like each date here; another program may have stored any. Null for a
   * withdrawn submission.
   */
  readonly date: string | null;
  /** The date of the 201, if the operator has moved the submission since. */
  readonly movedFrom: string | null;
  /** Milliseconds since the epoch, rounded up like the instant at which the cooldown begins. */
  readonly submittedAt: number;
  /**
   * When the operator withdrew the submission, in milliseconds since the epoch, and the date that
   * it had then.
   */
  readonly withdrawn: { readonly at: number; readonly from: string } | null;
}

/**
 * Returns the latest submissions of each player, withdrawn ones too, newest first, at most as many
 * as the contract allows. The index gives them, and a scalar subquery keeps those of a player
 * together.
 */
export async function findSubmissions(em: EntityManager, userIds: readonly string[]): Promise<ListedSubmission[][]> {
  const { rows } = await sql<{ submissions: ListedSubmission[] }>`
    select array(
      select json_build_object(
        'bookId', book_id, 'chapter', chapter, 'verse', verse,
        'date', scheduled_date, 'movedFrom', moved_from, 'submittedAt', ceil(extract(epoch from created_at) * 1000),
        'withdrawn', case when withdrawn_at is not null then json_build_object(
          'at', floor(extract(epoch from withdrawn_at) * 1000), 'from', withdrawn_from
        ) end
      )
      from scheduled_submission
      where scheduled_submission.user_id = player.user_id
      order by created_at desc
      limit ${submissionListMaxItems.submissions}
    ) as submissions
    from unnest(${userIds}::text[]) with ordinality as player (user_id, position)
    order by position`.execute(em.getKysely());
  return rows.map(({ submissions }) => submissions);
}
