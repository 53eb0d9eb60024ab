import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { submitVerseOperation } from '../generated/operations.ts';
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
      (
        select json_build_object(
          'submittedAt', ceil(extract(epoch from latest.created_at) * 1000),
          'repeated', case when latest.idempotency_key = request.idempotency_key and latest.withdrawn_at is null then json_build_object(
            'bookId', latest.book_id, 'chapter', latest.chapter, 'verse', latest.verse,
            'date', coalesce(latest.moved_from, latest.scheduled_date), 'windowText', latest.window_text
          ) end
        )
        from scheduled_submission as latest
        where latest.user_id = request.user_id and not latest.cooldown_ended
        order by latest.created_at desc
        limit 1
      ) as latest
    from unnest(
      ${lookUps.map(({ userId }) => userId)}::text[],
      ${lookUps.map(({ date }) => date)}::date[],
      ${lookUps.map(({ idempotencyKey }) => idempotencyKey ?? null)}::text[]
    ) with ordinality as request (user_id, date, idempotency_key, position)
    order by position`.execute(em.getKysely());
  return rows;
}

/** How long a player waits after a submission. */
export const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);
const cooldownMs = cooldown.total('milliseconds');
/**
 * The last instant that the contract can express. A cooldown that another program's row would end
 * later ends then.
 */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** The cooldown of a player at an instant. */
export type CooldownState = Cooldown | { readonly onCooldown: false };

export interface Cooldown {
  readonly onCooldown: true;
  /** The instant at which the cooldown ends. */
  readonly cooldownEndsAt: Temporal.Instant;
  /** The submission that caused the cooldown, if it has the idempotency key of the request. */
  readonly repeated: RepeatedSubmission | null;
}

/**
 * The rolling cooldown of check 5: absolute hours after the latest submission, over at exactly that
 * instant. An instant has no time zone, so the server's and the database's time zones do not affect
 * it.
 *
 * @param latest the player's latest submission, or null
 */
export function cooldownState(latest: LatestSubmission | null, now: Temporal.Instant): CooldownState {
  const caused = latest && cooldownOf(latest);
  return caused && Temporal.Instant.compare(now, caused.cooldownEndsAt) < 0 ? caused : { onCooldown: false };
}

/** The cooldown that a submission causes, whether or not it is over. */
export function cooldownOf({ submittedAt, repeated }: LatestSubmission): Cooldown {
  const cooldownEndsAt = Temporal.Instant.fromEpochMilliseconds(Math.min(submittedAt + cooldownMs, lastInstant));
  return { onCooldown: true, cooldownEndsAt, repeated };
}
