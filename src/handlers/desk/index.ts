import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Handlers } from '../../desk/generated/operations.desk.ts';
import type { ReadChapter } from '../../verse/chapters.ts';
import { blockDate } from './block-date.ts';
import { blockDates } from './block-dates.ts';
import { findBlockedDates } from './find-blocked-dates.ts';
import { findSubmissions } from './find-submissions.ts';
import { getCalendar } from './get-calendar.ts';
import { getCalendarCsv } from './get-calendar-csv.ts';
import { getCalendarIcs } from './get-calendar-ics.ts';
import { listChanges } from './list-changes.ts';
import { moveSubmission } from './move-submission.ts';
import { createPresentDays } from './present.ts';
import { restoreSubmission } from './restore-submission.ts';
import { setPause } from './set-pause.ts';
import { setVerse } from './set-verse.ts';
import { unblockDate } from './unblock-date.ts';
import { unblockDates } from './unblock-dates.ts';
import { withdrawSubmission } from './withdraw-submission.ts';

/** What the desk's handlers need. */
interface DeskDependencies {
  readonly desk: Desk;
  readonly rules: CalendarRules;
  readonly readChapter: ReadChapter;
  readonly clock: () => Temporal.Instant;
}

/**
 * The handler of each operation in `contract/openapi.desk.yaml`. A request without a token or
 * without its role, or with a malformed parameter that has a row in `x-checks`, gets its response
 * before it reaches a handler: the numbers of the checks begin after those.
 */
export function createDeskHandlers({ desk, rules, readChapter, clock }: DeskDependencies): Handlers {
  const presentDays = createPresentDays(readChapter);
  return {
    getCalendar: getCalendar(desk, rules, clock, presentDays),
    getCalendarCsv: getCalendarCsv(desk, rules, clock),
    getCalendarIcs: getCalendarIcs(desk, rules, clock),
    findSubmissions: findSubmissions(desk, readChapter),
    findBlockedDates: findBlockedDates(desk, clock),
    listChanges: listChanges(desk),
    moveSubmission: moveSubmission(desk, clock, presentDays),
    withdrawSubmission: withdrawSubmission(desk, clock, presentDays),
    restoreSubmission: restoreSubmission(desk, clock, presentDays),
    setVerse: setVerse(desk, clock, presentDays),
    blockDate: blockDate(desk, clock, presentDays),
    unblockDate: unblockDate(desk, clock, presentDays),
    blockDates: blockDates(desk, clock, presentDays),
    unblockDates: unblockDates(desk, clock, presentDays),
    setPause: setPause(desk, clock),
  };
}
