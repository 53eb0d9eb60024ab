import type { ChangeCalendar } from '../calendar/change.ts';
import type { CalendarRules } from '../calendar/window.ts';
import type { EntityManager } from '../database/orm.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import type { ReadWordIndex } from '../verse/find-verses.ts';
import type { CalendarDay } from './days.ts';
import type { components } from './generated/openapi.desk.ts';

/** Dates as the contract has them, with the words of their verses. */
export type PresentDays = (days: readonly CalendarDay[]) => Promise<components['schemas']['Day'][]>;

/** What the operations of the desk need. */
export interface DeskDependencies {
  /** Runs a query, as a role with the rights of `verses_desk`. */
  readonly read: <Result>(query: (em: EntityManager) => Promise<Result>) => Promise<Result>;
  /** Runs a change as that role: one transaction, under the calendar's lock, with its record. */
  readonly change: ChangeCalendar;
  readonly rules: CalendarRules;
  readonly presentDays: PresentDays;
  readonly readChapter: ReadChapter;
  readonly readWordIndex: ReadWordIndex;
  readonly clock: () => Temporal.Instant;
}
