import type { CalendarRules } from '../../calendar/window.ts';
import { csvOf } from '../../desk/csv.ts';
import type { Desk } from '../../desk/desk.ts';
import { rangeOf } from '../../desk/range.ts';
import { type Handlers, getCalendarCsvResponses as responses } from '../../generated/operations.desk.ts';

/** `GET /desk/api/calendar.csv`: the calendar as a table. */
export function getCalendarCsv(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): Handlers['getCalendarCsv'] {
  return async ({ query }) => {
    // 1. authenticated, 2. allowed, 3. from, 4. to: a request that fails them gets its response before it reaches this handler.

    // 5. range
    const range = rangeOf(query, rules, clock());
    if (range === undefined) return responses.invalidRange;

    // 6. read
    return responses.calendarTable(csvOf(await desk.days(range)));
  };
}
