import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { submissionListMaxItems } from '../generated/operations.ts';
import { type CooldownState, cooldownState } from './cooldown.ts';

/** What checks 4 and 5 need to know about a player. */
export type Eligibility = CooldownState & { readonly solvedToday: boolean };

export interface Players {
  /**
   * Reads what checks 4 and 5 need in one round trip. Simultaneous requests share it.
   *
   * @param userId the player's id, compared exactly with the completion's anonymous_id and the submission's user_id
   * @param localDate YYYY-MM-DD; an impossible date (2026-02-31) counts as not completed
   * @param now the instant at which the cooldown is evaluated
   */
  eligibility(userId: string, localDate: string, now: Temporal.Instant): Promise<Eligibility>;

  /** The player's latest submissions, newest first, at most as many as the contract allows. */
  submissions(userId: string): Promise<ScheduledSubmission[]>;
}

/** The most players in one query. */
const maxBatchSize = 100;

const submissionColumns = [
  'id',
  'book_id',
  'chapter',
  'verse',
  'scheduled_date',
  'created_at',
  'window_text',
  'idempotency_key',
] as const;

interface LookUp {
  readonly userId: string;
  /** Null for an impossible date, which no completion has. */
  readonly date: string | null;
}

export function createPlayers(em: EntityManager): Players {
  const lookUp = inBatches((lookUps: readonly LookUp[]) => findPlayers(em.fork(), lookUps), maxBatchSize);
  return {
    async eligibility(userId, localDate, now) {
      if (!isStorable(userId)) return { solvedToday: false, onCooldown: false };
      const { solvedToday, latest } = await lookUp({ userId, date: existingDate(localDate) });
      return { solvedToday, ...cooldownState(latest, now) };
    },
    async submissions(userId) {
      if (!isStorable(userId)) return [];
      const limit = submissionListMaxItems.submissions;
      return await em.fork().find(ScheduledSubmission, { userId }, { orderBy: { createdAt: 'desc' }, limit });
    },
  };
}

/**
 * Returns a result for each look-up, in their order. The look-ups are scalar subqueries with a limit, since only these read one row of an
 * index at every table size. For a join or `exists`, PostgreSQL prefers to read all of a small table.
 */
export async function findPlayers(em: EntityManager, lookUps: readonly LookUp[]) {
  const players = sql<{ user_id: string; date: Temporal.PlainDate; position: string }>`unnest(
    ${lookUps.map(({ userId }) => userId)}::text[],
    ${lookUps.map(({ date }) => date)}::date[]
  ) with ordinality`.as<'player'>(sql`player (user_id, date, position)`);

  const rows = await em
    .getKysely()
    .selectFrom(players)
    .select((db) => [
      db
        .selectFrom('daily_completion')
        .select('id')
        .whereRef('anonymous_id', '=', 'player.user_id')
        .whereRef('daily_completion.date', '=', 'player.date')
        .limit(1)
        .as('completion'),
      jsonObjectFrom(
        db
          .selectFrom('scheduled_submission')
          .select(submissionColumns)
          .whereRef('scheduled_submission.user_id', '=', 'player.user_id')
          .orderBy('created_at', 'desc')
          .limit(1),
      ).as('latest'),
    ])
    .orderBy('player.position')
    .execute();

  return rows.map(({ completion, latest }) => ({
    solvedToday: completion !== null,
    latest: latest === null ? undefined : em.map(ScheduledSubmission, latest),
  }));
}

/** Returns a date that PostgreSQL accepts, or null. PostgreSQL raises an error for an impossible date, and has no year 0. */
function existingDate(localDate: string): string | null {
  if (localDate.startsWith('0000')) return null;
  try {
    return Temporal.PlainDate.from(localDate).toString();
  } catch {
    return null;
  }
}

/** PostgreSQL's text cannot contain NUL, and a lone surrogate would be stored and compared as another character. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
