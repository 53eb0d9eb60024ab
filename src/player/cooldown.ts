import { submitVerseOperation } from '../generated/operations.ts';

const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);

/** The cooldown of a player, as of an instant. */
export type CooldownState =
  | { readonly onCooldown: true /** The instant at which it is over. */; readonly cooldownEndsAt: Temporal.Instant }
  | { readonly onCooldown: false };

/**
 * The rolling cooldown of check 5: absolute hours after the latest submission, over at that very instant. An instant has no
 * time zone, so neither the server's nor the database's can move it.
 */
export function cooldownState(latestSubmission: Temporal.Instant | undefined, now: Temporal.Instant): CooldownState {
  const cooldownEndsAt = latestSubmission?.add(cooldown);
  return cooldownEndsAt !== undefined && Temporal.Instant.compare(now, cooldownEndsAt) < 0
    ? { onCooldown: true, cooldownEndsAt }
    : { onCooldown: false };
}
