import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Handlers, getCalendarCsvResponses as responses } from '../../desk/generated/operations.desk.ts';
import { rangeOf } from '../../desk/range.ts';
import { csvOf } from './csv.ts';
import { presentDays } from './present.ts';

/** `GET /desk/api/calendar.csv`: the calendar as a table. */
export function getCalendarCsv(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): Handlers['getCalendarCsv'] {
  return async ({ query }) => {
    // 5. range
    const range = rangeOf(query, rules, clock());
    if (range === undefined) return responses.invalidRange;

    // 6. read
    return responses.calendarTable(csvOf(presentDays({ days: await desk.days(range) }).days));
  };
}
