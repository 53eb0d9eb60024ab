import { submitVerseOperation } from '../generated/operations.ts';
import type { LatestSubmission, RepeatedSubmission } from './latest-submission.ts';

export const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);
/**
 * The last instant that the contract can express. A cooldown that another program's row would end
 * later ends then.
 */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const cooldownMs = cooldown.total('milliseconds');

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
  const cooldown = latest && cooldownOf(latest);
  return cooldown && Temporal.Instant.compare(now, cooldown.cooldownEndsAt) < 0 ? cooldown : { onCooldown: false };
}

/** The cooldown that a submission causes, whether or not it is over. */
export function cooldownOf({ submittedAt, repeated }: LatestSubmission): Cooldown {
  const cooldownEndsAt = Temporal.Instant.fromEpochMilliseconds(Math.min(submittedAt + cooldownMs, lastInstant));
  return { onCooldown: true, cooldownEndsAt, repeated };
}
