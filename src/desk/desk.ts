import { type CalendarRules, type DateRange, utcDate } from '../calendar/window.ts';
import type { EntityManager } from '../database/orm.ts';
import {
  type Block,
  type BlockOfMany,
  blockDate,
  blockDates,
  type DateOutcome,
  unblockDate,
  unblockDates,
} from './blocked-dates.ts';
import { changeCalendar, type ObserveChange, type Work } from './change.ts';
import { type CalendarDay, readDays } from './days.ts';
import { type Move, type MoveOutcome, moveSubmission } from './move.ts';
import type { DeskOutcome } from './outcome.ts';
import { type Overview, readOverview } from './overview.ts';
import { type Pause, setPause } from './pause.ts';
import { datesOf } from './range.ts';
import { type ChangeFilter, type Operator, type RecordPage, readChanges } from './record.ts';
import { type Restoration, type RestoreOutcome, restoreSubmission } from './restore.ts';
import {
  type FoundBlockedDates,
  type FoundSubmissions,
  findBlockedDates,
  findSubmissions,
  type SubmissionSearch,
} from './search.ts';
import { type OwnVerse, setVerse } from './set-verse.ts';
import { type Withdrawal, type WithdrawOutcome, withdrawSubmission } from './withdraw.ts';

/**
 * The calendar as its operators see and change it. Each change is one transaction, under the
 * calendar's lock, with its record.
 */
export interface Desk {
  overview(now: Temporal.Instant): Promise<Overview>;
  /** Every date of a range, ascending. */
  days(range: DateRange): Promise<CalendarDay[]>;
  /** The record, newest first: a page of it. */
  changes(filter: ChangeFilter): Promise<RecordPage>;
  submissions(search: SubmissionSearch): Promise<FoundSubmissions>;
  /** The blocked dates from today on whose label contains a text. */
  blockedDates(now: Temporal.Instant, text: string): Promise<FoundBlockedDates>;

  move(operator: Operator, move: Move): Promise<MoveOutcome>;
  withdraw(operator: Operator, withdrawal: Withdrawal): Promise<WithdrawOutcome>;
  restore(operator: Operator, restoration: Restoration): Promise<RestoreOutcome>;
  setVerse(operator: Operator, verse: OwnVerse): Promise<DeskOutcome<'done' | 'frozen' | 'taken'>>;
  block(operator: Operator, block: Block): Promise<DeskOutcome<'done' | 'frozen' | 'taken'>>;
  unblock(operator: Operator, date: string): Promise<DeskOutcome<'done' | 'frozen'>>;
  blockMany(operator: Operator, block: BlockOfMany): Promise<DateOutcome[]>;
  unblockMany(operator: Operator, dates: readonly string[]): Promise<DateOutcome[]>;
  setPause(operator: Operator, pause: Pause): Promise<void>;
}

/** @param em connected as a role with the rights of `verses_desk` */
export function createDesk(em: EntityManager, rules: CalendarRules, observe: ObserveChange): Desk {
  const change =
    <Asked, Result>(work: (given: Work, asked: Asked) => Promise<Result>) =>
    (operator: Operator, asked: Asked) =>
      changeCalendar(em, operator, observe, (given) => work(given, asked));

  return {
    overview: (now) => readOverview(em.fork(), rules, now),
    days: (range) => readDays(em.fork().getKysely(), datesOf(range)),
    changes: (filter) => readChanges(em.fork().getKysely(), filter),
    submissions: (search) => findSubmissions(em.fork().getKysely(), search),
    blockedDates: (now, text) => findBlockedDates(em.fork().getKysely(), utcDate(now).toString(), text),
    move: change(moveSubmission),
    withdraw: change(withdrawSubmission),
    restore: change(restoreSubmission),
    setVerse: change(setVerse),
    block: change(blockDate),
    unblock: change(unblockDate),
    blockMany: change(blockDates),
    unblockMany: change(unblockDates),
    setPause: change(setPause),
  };
}
