import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { submissionListMaxItems } from '../generated/operations.ts';
import type { Verse } from '../verse/validate.ts';
import { type CooldownState, cooldownState } from './cooldown.ts';

/** What checks 4 and 5 need to know about a player. */
export type Eligibility = CooldownState & {
  readonly solvedToday: boolean;
  /** The player's latest submission, if it has the idempotency key of the request: its response may have been lost. */
  readonly repeated?: ScheduledSubmission | undefined;
};

export interface Players {
  /**
   * Reads what checks 4 and 5 need in one round trip. Simultaneous requests share it.
   *
   * @param userId the player's id, compared exactly with the completion's anonymous_id and the submission's user_id
   * @param localDate YYYY-MM-DD; an impossible date (2026-02-31) counts as not completed
   * @param now the instant at which the cooldown is evaluated
   * @param idempotencyKey the key of the request, if it has one
   * @throws RangeError for a row of this player that another program stored and that has no meaning here
   */
  eligibility(
    userId: string,
    localDate: string,
    now: Temporal.Instant,
    idempotencyKey?: string | null,
  ): Promise<Eligibility>;

  /**
   * The player's latest submissions, newest first, at most as many as the contract allows. Simultaneous requests share a round trip.
   *
   * @throws RangeError for a row of this player that has no meaning here
   */
  submissions(userId: string): Promise<ListedSubmission[]>;
}

/** A submission as its player sees it. */
export interface ListedSubmission extends Verse {
  readonly scheduledDate: Temporal.PlainDate;
  readonly createdAt: Temporal.Instant;
}

/** The most requests in one query. */
const maxBatchSize = 100;

interface LookUp {
  readonly userId: string;
  /** Null for an impossible date, which no completion has. */
  readonly date: string | null;
  readonly idempotencyKey: string | null;
}

export function createPlayers(em: EntityManager): Players {
  const lookUp = inBatches(async (lookUps: readonly LookUp[]) => {
    const rows = await findPlayers(em.fork(), lookUps);
    return rows.map((row, index) => playerOf(row, lookUps[index] as LookUp));
  }, maxBatchSize);

  /** Fails alone: another program may have stored a row that has no meaning here. */
  async function playerOf({ completion, latest }: PlayerRow, { userId }: LookUp) {
    const solvedToday = completion !== null;
    if (latest === null) return { solvedToday };
    const submission = latest.repeated
      ? await em.fork().findOne(ScheduledSubmission, { userId }, { orderBy: { createdAt: 'desc' } })
      : null;
    return {
      solvedToday,
      latest: Temporal.Instant.fromEpochMilliseconds(latest.created_at),
      repeated: submission ?? undefined,
    };
  }

  const list = inBatches(async (userIds: readonly string[]) => {
    const players = [...new Set(userIds)]; // however often a player asks
    const rows = await findSubmissions(em.fork(), players);
    const found = new Map(players.map((userId, index) => [userId, rows[index]?.submissions ?? []]));
    return userIds.map((userId) => found.get(userId) ?? []);
  }, maxBatchSize);

  return {
    async eligibility(userId, localDate, now, idempotencyKey = null) {
      if (!isStorable(userId)) return { solvedToday: false, onCooldown: false };
      const { solvedToday, latest, repeated } = await lookUp({ userId, date: existingDate(localDate), idempotencyKey });
      return { solvedToday, repeated, ...cooldownState(latest, now) };
    },
    async submissions(userId) {
      if (!isStorable(userId)) return [];
      return (await list(userId)).map(({ book_id: bookId, chapter, verse, scheduled_date, created_at }) => ({
        bookId,
        chapter,
        verse,
        scheduledDate: Temporal.PlainDate.from(scheduled_date),
        createdAt: Temporal.Instant.fromEpochMilliseconds(created_at),
      }));
    },
  };
}

type PlayerRow = Awaited<ReturnType<typeof findPlayers>>[number];

/**
 * Returns a row for each look-up, in their order. The look-ups are scalar subqueries with a limit, since only these read one row of an
 * index at every table size. For a join or `exists`, PostgreSQL prefers to read all of a small table.
 */
export async function findPlayers(em: EntityManager, lookUps: readonly LookUp[]) {
  const players = sql<{
    user_id: string;
    date: Temporal.PlainDate;
    idempotency_key: string | null;
    position: string;
  }>`unnest(
    ${lookUps.map(({ userId }) => userId)}::text[],
    ${lookUps.map(({ date }) => date)}::date[],
    ${lookUps.map(({ idempotencyKey }) => idempotencyKey)}::text[]
  ) with ordinality`.as<'player'>(sql`player (user_id, date, idempotency_key, position)`);

  return await em
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
          .select(({ eb, ref }) => [
            createdAt,
            eb('scheduled_submission.idempotency_key', '=', ref('player.idempotency_key')).as('repeated'),
          ])
          .whereRef('scheduled_submission.user_id', '=', 'player.user_id')
          .orderBy('scheduled_submission.created_at', 'desc')
          .limit(1),
      ).as('latest'),
    ])
    .orderBy('player.position')
    .execute();
}

/** Returns a row for each player, in their order. The index gives the latest submissions of each, which a scalar subquery keeps together. */
export async function findSubmissions(em: EntityManager, userIds: readonly string[]) {
  const players = sql<{ user_id: string; position: string }>`unnest(${userIds}::text[]) with ordinality`.as<'player'>(
    sql`player (user_id, position)`,
  );

  return await em
    .getKysely()
    .selectFrom(players)
    .select((db) =>
      jsonArrayFrom(
        db
          .selectFrom('scheduled_submission')
          .select(['book_id', 'chapter', 'verse', sql<string>`scheduled_date`.as('scheduled_date'), createdAt])
          .whereRef('scheduled_submission.user_id', '=', 'player.user_id')
          .orderBy('scheduled_submission.created_at', 'desc')
          .limit(submissionListMaxItems.submissions),
      ).as('submissions'),
    )
    .orderBy('player.position')
    .execute();
}

/** The instant of a submission in whole milliseconds, rounded up, so that the cooldown does not end too early. */
const createdAt = sql<number>`ceil(extract(epoch from created_at) * 1000)`.as('created_at');

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
