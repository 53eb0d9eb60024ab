import { submitVerseOperation } from '../generated/operations.ts';

const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);

/** The cooldown of a player at an instant. */
export type CooldownState =
  | {
      readonly onCooldown: true;
      /** The instant at which the cooldown ends. */
      readonly cooldownEndsAt: Temporal.Instant;
    }
  | { readonly onCooldown: false };

/**
 * The rolling cooldown of check 5: absolute hours after the latest submission, over at exactly that instant. An instant has no
 * time zone, so the server's and the database's time zones do not affect it.
 *
 * @param latest the instant of the player's latest submission, if there is one
 */
export function cooldownState(latest: Temporal.Instant | undefined, now: Temporal.Instant): CooldownState {
  if (latest === undefined) return { onCooldown: false };
  const cooldownEndsAt = latest.add(cooldown);
  return Temporal.Instant.compare(now, cooldownEndsAt) < 0
    ? { onCooldown: true, cooldownEndsAt }
    : { onCooldown: false };
}
