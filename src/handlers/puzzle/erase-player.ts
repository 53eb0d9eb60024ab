import { type Handlers, erasePlayerResponses as responses } from '../../puzzle/generated/operations.puzzle.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';

/** `DELETE /puzzle/api/players/{player}`: erases what is stored about a player. */
export function erasePlayer(puzzle: Puzzle, clock: () => Temporal.Instant): Handlers['erasePlayer'] {
  return async ({ userId: actor, path: { player } }) => {
    // 4. erased
    await puzzle.erasePlayer({ actor, now: clock() }, player);
    return responses.noContent;
  };
}
