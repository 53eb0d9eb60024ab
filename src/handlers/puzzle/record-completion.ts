import { type Handlers, recordCompletionResponses as responses } from '../../puzzle/generated/operations.puzzle.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';

/** `PUT /puzzle/api/completions/{date}/{player}`: records that a player has solved a puzzle. */
export function recordCompletion(puzzle: Puzzle): Handlers['recordCompletion'] {
  return async ({ path }) => {
    // 5. recorded
    await puzzle.recordCompletion(path);
    return responses.noContent;
  };
}
