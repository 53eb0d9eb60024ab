import { type CalendarRules, type DateRange, utcDate } from '../calendar/window.ts';
import type { EntityManager } from '../database/orm.ts';
import { blockDate, blockDates, unblockDate, unblockDates } from './blocked-dates.ts';
import { type ChangeContext, changeCalendar, type ObserveChange } from './change.ts';
import { readDays } from './days.ts';
import { moveSubmission } from './move.ts';
import { readOverview } from './overview.ts';
import { setPause } from './pause.ts';
import { datesOf } from './range.ts';
import { type ChangeFilter, type Operator, readChanges } from './record.ts';
import { restoreSubmission } from './restore.ts';
import { findBlockedDates, findSubmissions, type SubmissionSearch } from './search.ts';
import { setVerse } from './set-verse.ts';
import { withdrawSubmission } from './withdraw.ts';

export type Desk = ReturnType<typeof createDesk>;

/**
 * The calendar as its operators see and change it. Each change is one transaction, under the
 * calendar's lock, with its record.
 *
 * @param em connected as a role with the rights of `verses_desk`
 */
export function createDesk(em: EntityManager, rules: CalendarRules, observe: ObserveChange) {
  const change =
    <Asked, Result>(work: (given: ChangeContext, asked: Asked) => Promise<Result>) =>
    (operator: Operator, asked: Asked) =>
      changeCalendar(em, operator, observe, (given) => work(given, asked));

  return {
    overview: (now: Temporal.Instant) => readOverview(em.fork(), rules, now),
    /** Every date of a range, ascending. */
    days: (range: DateRange) => readDays(em.fork().getKysely(), datesOf(range)),
    /** The record, newest first: a page of it. */
    changes: (filter: ChangeFilter) => readChanges(em.fork().getKysely(), filter),
    submissions: (search: SubmissionSearch) => findSubmissions(em.fork().getKysely(), search),
    /** The blocked dates from today on whose label contains a text. */
    blockedDates: (now: Temporal.Instant, text: string) =>
      findBlockedDates(em.fork().getKysely(), utcDate(now).toString(), text),
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
