import { submitVerseOperation } from '../generated/operations.ts';
import type { LatestSubmission, RepeatedSubmission } from './latest-submission.ts';

export const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);
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
 * The rolling cooldown of check 5: absolute hours after the latest submission, over at exactly that instant. An instant has no
 * time zone, so the server's and the database's time zones do not affect it.
 *
 * @param latest the player's latest submission, or null
 * @throws RangeError for an instant that another program has stored and that is beyond JavaScript's
 */
export function cooldownState(latest: LatestSubmission | null, now: Temporal.Instant): CooldownState {
  const cooldown = latest && cooldownOf(latest);
  return cooldown && Temporal.Instant.compare(now, cooldown.cooldownEndsAt) < 0 ? cooldown : { onCooldown: false };
}

/** The cooldown that a submission causes, whether or not it is over. Throws as `cooldownState` does. */
export function cooldownOf({ submittedAt, repeated }: LatestSubmission): Cooldown {
  const cooldownEndsAt = Temporal.Instant.fromEpochMilliseconds(submittedAt + cooldownMs);
  return { onCooldown: true, cooldownEndsAt, repeated };
}
