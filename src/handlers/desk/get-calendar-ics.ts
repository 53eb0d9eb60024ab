import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { icsOf } from '../../desk/ics.ts';
import { rangeOf } from '../../desk/range.ts';
import { type Handlers, getCalendarIcsResponses as responses } from '../../generated/operations.desk.ts';

/** `GET /desk/api/calendar.ics`: the calendar for calendar programs. */
export function getCalendarIcs(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): Handlers['getCalendarIcs'] {
  return async ({ query }) => {
    // 1. authenticated, 2. allowed, 3. from, 4. to: a request that fails them gets its response before it reaches this handler.

    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    return responses.calendarEvents(icsOf(await desk.days(range), now));
  };
}
