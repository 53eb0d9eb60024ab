import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Handlers } from '../../generated/operations.desk.ts';
import { blockDate } from './block-date.ts';
import { getCalendar } from './get-calendar.ts';
import { getCalendarCsv } from './get-calendar-csv.ts';
import { getCalendarIcs } from './get-calendar-ics.ts';
import { listChanges } from './list-changes.ts';
import { moveSubmission } from './move-submission.ts';
import { setPause } from './set-pause.ts';
import { unblockDate } from './unblock-date.ts';
import { withdrawSubmission } from './withdraw-submission.ts';

/** What the desk's handlers need. */
export interface DeskDependencies {
  readonly desk: Desk;
  readonly rules: CalendarRules;
  readonly clock: () => Temporal.Instant;
}

/** The handler of each operation in `contract/openapi.desk.yaml`. */
export function createDeskHandlers({ desk, rules, clock }: DeskDependencies): Handlers {
  return {
    getCalendar: getCalendar(desk, rules, clock),
    getCalendarCsv: getCalendarCsv(desk, rules, clock),
    getCalendarIcs: getCalendarIcs(desk, rules, clock),
    listChanges: listChanges(desk),
    moveSubmission: moveSubmission(desk, clock),
    withdrawSubmission: withdrawSubmission(desk, clock),
    blockDate: blockDate(desk, clock),
    unblockDate: unblockDate(desk, clock),
    setPause: setPause(desk, clock),
  };
}
