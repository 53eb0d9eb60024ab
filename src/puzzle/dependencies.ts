import type { ChangeCalendar } from '../calendar/change.ts';
import type { EntityManager } from '../database/orm.ts';
import type { Acquire } from '../semaphore.ts';
import type { ReadChapter } from '../verse/chapters.ts';

/** What the operations of the puzzle need. Players' ids are ones that PostgreSQL can store. */
export interface PuzzleDependencies {
  /** Connected as a role with the rights of `verses_puzzle`. */
  readonly em: EntityManager;
  /** Runs a change as that role: one transaction, under the calendar's lock, with its record. */
  readonly change: ChangeCalendar;
  /** Limits how many erasures and exports run at a time. */
  readonly acquire: Acquire;
  readonly readChapter: ReadChapter;
  readonly clock: () => Temporal.Instant;
}
