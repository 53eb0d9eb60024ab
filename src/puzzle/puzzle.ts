import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { changeCalendar, type ObserveChange } from '../desk/change.ts';
import type { Operator } from '../desk/record.ts';
import { createSemaphore, withPermit } from '../semaphore.ts';
import { createRecordCompletion } from './completions.ts';
import { erasePlayer } from './erase.ts';
import { exportPlayer } from './export.ts';
import { findVerse } from './verse-on-date.ts';

export type Puzzle = ReturnType<typeof createPuzzle>;

/** The most erasures and exports of an instance at a time: completions need connections, too. */
const maxOfPlayers = 2;

/**
 * What the site's own server does: `openapi.puzzle.yaml`. Players' ids are ones that PostgreSQL can
 * store.
 *
 * @param em connected as a role with the rights of `verses_puzzle`
 */
export function createPuzzle(em: EntityManager, observe: ObserveChange) {
  const acquire = createSemaphore(maxOfPlayers, responseMs);
  return {
    recordCompletion: createRecordCompletion(em),
    /** @param date YYYY-MM-DD */
    verseOn: (date: string) => findVerse(em.fork(), date),
    exportPlayer: (player: string) => withPermit(acquire, () => exportPlayer(em.fork(), player)),
    /** Erases a player in one transaction, under the calendar's lock, with its record. */
    erasePlayer: (operator: Operator, player: string) =>
      withPermit(acquire, () => changeCalendar(em, operator, observe, (work) => erasePlayer(work, player))),
  };
}
