import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { changeCalendar, type ObserveChange } from '../desk/change.ts';
import type { Operator } from '../desk/record.ts';
import { type Completion, recordCompletions } from './completions.ts';
import { erasePlayer } from './erase.ts';
import { exportPlayer } from './export.ts';
import { findVerse } from './verse-on-date.ts';

export type Puzzle = ReturnType<typeof createPuzzle>;

/** The most completions in one statement. */
const maxBatchSize = 100;

/**
 * What the site's own server does: `openapi.puzzle.yaml`. Players' ids are ones that PostgreSQL can
 * store.
 *
 * @param em connected as a role with the rights of `verses_puzzle`
 */
export function createPuzzle(em: EntityManager, observe: ObserveChange) {
  const record = inBatches(async (completions: readonly Completion[]) => {
    await recordCompletions(em.fork(), completions);
    return completions;
  }, maxBatchSize);
  return {
    /** Records a completion, unless it is there already. Simultaneous requests share a round trip. */
    async recordCompletion(completion: Completion) {
      await record(completion);
    },
    /** @param date YYYY-MM-DD */
    verseOn: (date: string) => findVerse(em.fork(), date),
    exportPlayer: (player: string) => exportPlayer(em.fork(), player),
    /** Erases a player in one transaction, under the calendar's lock, with its record. */
    erasePlayer: (operator: Operator, player: string) =>
      changeCalendar(em, operator, observe, (work) => erasePlayer(work, player)),
  };
}
