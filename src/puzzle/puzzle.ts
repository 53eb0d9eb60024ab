import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { changeCalendar, type ObserveChange } from '../desk/change.ts';
import type { Operator } from '../desk/record.ts';
import { type Completion, recordCompletions } from './completions.ts';
import { erasePlayer } from './erase.ts';
import { exportPlayer, type PlayerRows } from './export.ts';
import { findVerse, type VerseOnDate } from './verse-on-date.ts';

/** What the site's own server does: `openapi.puzzle.yaml`. Players' ids are ones that PostgreSQL can store. */
export interface Puzzle {
  /** Records a completion, unless it is there already. Simultaneous requests share a round trip. */
  recordCompletion(completion: Completion): Promise<void>;
  /** @param date YYYY-MM-DD */
  verseOn(date: string): Promise<VerseOnDate>;
  exportPlayer(player: string): Promise<PlayerRows>;
  /** Erases a player in one transaction, under the calendar's lock, with its record. */
  erasePlayer(operator: Operator, player: string): Promise<void>;
}

/** The most completions in one statement. */
const maxBatchSize = 100;

/** @param em connected as a role with the rights of `verses_puzzle` */
export function createPuzzle(em: EntityManager, observe: ObserveChange): Puzzle {
  const record = inBatches(async (completions: readonly Completion[]) => {
    await recordCompletions(em.fork(), completions);
    return completions;
  }, maxBatchSize);
  return {
    async recordCompletion(completion) {
      await record(completion);
    },
    verseOn: (date) => findVerse(em.fork(), date),
    exportPlayer: (player) => exportPlayer(em.fork(), player),
    erasePlayer: (operator, player) => changeCalendar(em, operator, observe, (work) => erasePlayer(work, player)),
  };
}
