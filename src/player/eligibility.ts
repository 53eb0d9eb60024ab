import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { type LatestSubmission, latestSubmission } from './latest-submission.ts';

export interface LookUp {
  readonly userId: string;
  /** Null for an impossible date, which no completion has. */
  readonly date: string | null;
  readonly idempotencyKey: string | undefined;
}

interface Row {
  readonly solvedToday: boolean;
  readonly latest: LatestSubmission | null;
}

/**
 * Returns what checks 4 and 5 need to know, for each look-up, in their order. The look-ups are
 * scalar subqueries with a limit, since only these read one row of an index at every table size.
 * For a join or `exists`, PostgreSQL prefers to read all of a small table.
 */
export async function findEligibility(em: EntityManager, lookUps: readonly LookUp[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      (
        select id from daily_completion
        where anonymous_id = request.user_id and daily_completion.date = request.date
        limit 1
      ) is not null as "solvedToday",
      ${latestSubmission('scheduled_submission')} as latest
    from unnest(
      ${lookUps.map(({ userId }) => userId)}::text[],
      ${lookUps.map(({ date }) => date)}::date[],
      ${lookUps.map(({ idempotencyKey }) => idempotencyKey ?? null)}::text[]
    ) with ordinality as request (user_id, date, idempotency_key, position)
    order by position`.execute(em.getKysely());
  return rows;
}
