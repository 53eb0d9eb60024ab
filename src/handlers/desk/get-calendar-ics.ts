import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Handlers, getCalendarIcsResponses as responses } from '../../desk/generated/operations.desk.ts';
import { rangeOf } from '../../desk/range.ts';
import { icsOf } from './ics.ts';
import { presentDays } from './present.ts';

/** `GET /desk/api/calendar.ics`: the calendar for calendar programs. */
export function getCalendarIcs(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): Handlers['getCalendarIcs'] {
  return async ({ query }) => {
    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    return responses.calendarEvents(icsOf(presentDays({ days: await desk.days(range) }).days, now));
  };
}
