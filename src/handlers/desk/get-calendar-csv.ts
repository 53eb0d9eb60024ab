import type { HandlerRequest } from '../../api/operation-handler.ts';
import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { rangeOf } from '../../desk/range.ts';
import type { AwaitTurn } from '../../desk/reads.ts';
import {
  type GetCalendarCsvRequest,
  type Handlers,
  getCalendarCsvResponses as responses,
} from '../../generated/operations.desk.ts';
import { csvOf } from './csv.ts';
import { presentDays } from './present.ts';

/** `GET /desk/api/calendar.csv`: the calendar as a table. */
export function getCalendarCsv(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
  awaitTurn: AwaitTurn,
): Handlers['getCalendarCsv'] {
  return async ({ query, outgoing }: GetCalendarCsvRequest & Pick<HandlerRequest, 'outgoing'>) => {
    // 5. range
    const range = rangeOf(query, rules, clock());
    if (range === undefined) return responses.invalidRange;

    // 6. read
    await awaitTurn(outgoing);
    return responses.calendarTable(csvOf(presentDays({ days: await desk.days(range) }).days));
  };
}
