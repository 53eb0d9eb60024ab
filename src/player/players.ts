import { sql } from 'kysely';
import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { isStorable } from '../database/storable.ts';
import { playerMembers } from '../entities/scheduled-submission.ts';
import { submissionListLimits } from '../generated/operations.ts';
import type { Verse } from '../verse/validate.ts';
import { type CooldownState, cooldownState, findEligibility, type LookUp } from './eligibility.ts';

/** What checks 4 and 5 need to know about a player. */
type Eligibility = CooldownState & { readonly solvedToday: boolean };

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

export type Players = ReturnType<typeof createPlayers>;

/** The most requests in one query. */
const maxBatchSize = 100;

/** @param limitMs how long a request waits for its result; by default `responseMs` */
export function createPlayers(em: EntityManager, limitMs?: number) {
  const lookUp = inBatches((lookUps: readonly LookUp[]) => findEligibility(em.fork(), lookUps), maxBatchSize, limitMs);

  async function listTogether(userIds: readonly string[]): Promise<ListedSubmission[][]> {
    const players = [...new Set(userIds)]; // however often a player asks
    const lists = await findSubmissions(em.fork(), players);
    const listOf = new Map(players.map((userId, index) => [userId, lists[index] as ListedSubmission[]]));
    return userIds.map((userId) => listOf.get(userId) as ListedSubmission[]);
  }
  const list = inBatches(listTogether, maxBatchSize, limitMs);

  return {
    /**
     * Reads what checks 4 and 5 need in one round trip. Simultaneous requests share it.
     *
     * @param userId the player's id, compared exactly with the completion's anonymous_id and the
     *   submission's user_id
     * @param localDate YYYY-MM-DD; an impossible date (2026-02-31) counts as not completed
     * @param now the instant at which the cooldown is evaluated
     * @param idempotencyKey the key of the request, if it has one
     */
    async eligibility(
      userId: string,
      localDate: string,
      now: Temporal.Instant,
      idempotencyKey?: string,
    ): Promise<Eligibility> {
      if (!isStorable(userId)) return { solvedToday: false, onCooldown: false };
      const { solvedToday, latest } = await lookUp({ userId, date: existingDate(localDate), idempotencyKey });
      return { solvedToday, ...cooldownState(latest, now) };
    },
    /** The player's latest submissions, newest first. Simultaneous requests share a round trip. */
    submissions: async (userId: string) => (isStorable(userId) ? await list(userId) : []),
  };
}

/**
 * Returns a date that PostgreSQL accepts, or null. PostgreSQL raises an error for an impossible
 * date, and has no year 0.
 */
function existingDate(localDate: string): string | null {
  if (localDate.startsWith('0000')) return null;
  try {
    return Temporal.PlainDate.from(localDate).toString();
  } catch {
    return null;
  }
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
        ${playerMembers}
      )
      from scheduled_submission
      where scheduled_submission.user_id = player.user_id
      order by created_at desc
      limit ${submissionListLimits.submissions}
    ) as submissions
    from unnest(${userIds}::text[]) with ordinality as player (user_id, position)
    order by position`.execute(em.getKysely());
  return rows.map(({ submissions }) => submissions);
}
