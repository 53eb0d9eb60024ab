import type { Handlers } from '../../puzzle/generated/operations.puzzle.ts';
import type { Puzzle } from '../../puzzle/puzzle.ts';
import type { ReadChapter } from '../../verse/chapters.ts';
import { erasePlayer } from './erase-player.ts';
import { exportPlayer } from './export-player.ts';
import { getVerseOfDate } from './get-verse-of-date.ts';
import { recordCompletion } from './record-completion.ts';

/** What the puzzle's handlers need. */
interface PuzzleDependencies {
  readonly puzzle: Puzzle;
  readonly readChapter: ReadChapter;
  readonly clock: () => Temporal.Instant;
}

/**
 * The handler of each operation in `contract/openapi.puzzle.yaml`. A request without a token or
 * without its role, or with a malformed date or player, gets its response before it reaches a
 * handler: the numbers of the checks begin after those.
 */
export function createPuzzleHandlers({ puzzle, readChapter, clock }: PuzzleDependencies): Handlers {
  return {
    recordCompletion: recordCompletion(puzzle),
    getVerseOfDate: getVerseOfDate(puzzle, readChapter),
    exportPlayer: exportPlayer(puzzle),
    erasePlayer: erasePlayer(puzzle, clock),
  };
}
