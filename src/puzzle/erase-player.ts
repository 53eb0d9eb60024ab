import { raw } from '@mikro-orm/postgresql';
import type { ChangeContext } from '../calendar/change.ts';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { withPermit } from '../semaphore.ts';
import type { PuzzleDependencies } from './dependencies.ts';
import { type Handlers, erasePlayerResponses as responses } from './generated/operations.puzzle.ts';

/** `DELETE /puzzle/api/players/{player}`: erases what is stored about a player. */
export function erasePlayer({ change, acquire, clock }: PuzzleDependencies): Handlers['erasePlayer'] {
  return async ({ userId: actor, path: { player } }) => {
    // 4. erased
    await withPermit(acquire, () => change({ actor, now: clock() }, (context) => erase(context, player)));
    return responses.noContent;
  };
}

/**
 * Deletes a player's completions, and takes the player's id and keys out of the submissions. Each
 * submission gets a random id of its own, so that nothing says which ones were the same player's.
 * No two of them share an id, and so none violates the cooldown's constraint.
 */
async function erase({ em, record }: ChangeContext, player: string): Promise<void> {
  const completions = await em.nativeDelete(DailyCompletion, { anonymousId: player });
  const submissions = await em.nativeUpdate(
    ScheduledSubmission,
    { userId: player },
    { userId: raw<string>('gen_random_uuid()::text'), idempotencyKey: null },
  );
  if (completions + submissions > 0) await record({ action: 'erase', dates: [] });
}
