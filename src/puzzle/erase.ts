import { raw } from '@mikro-orm/postgresql';
import type { ChangeContext } from '../desk/change.ts';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';

/**
 * Deletes a player's completions, and takes the player's id and keys out of the submissions. Each
 * submission gets a random id of its own, so that nothing says which ones were the same player's.
 * No two of them share an id, and so none violates the cooldown's constraint.
 */
export async function erasePlayer({ em, record }: ChangeContext, player: string): Promise<void> {
  const completions = await em.nativeDelete(DailyCompletion, { anonymousId: player });
  const submissions = await em.nativeUpdate(
    ScheduledSubmission,
    { userId: player },
    { userId: raw<string>('gen_random_uuid()::text'), idempotencyKey: null },
  );
  if (completions + submissions > 0) await record({ action: 'erase', dates: [] });
}
