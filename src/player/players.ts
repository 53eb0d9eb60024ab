import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { isStorable } from '../database/storable.ts';
import { type CooldownState, cooldownState } from './cooldown.ts';
import { findEligibility, type LookUp } from './eligibility.ts';
import { findSubmissions, type ListedSubmission } from './submissions.ts';

/** What checks 4 and 5 need to know about a player. */
type Eligibility = CooldownState & { readonly solvedToday: boolean };

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
