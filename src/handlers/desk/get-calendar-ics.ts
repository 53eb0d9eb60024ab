import type { HandlerRequest } from '../../api/operation-handler.ts';
import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { rangeOf } from '../../desk/range.ts';
import type { AwaitTurn } from '../../desk/reads.ts';
import {
  type GetCalendarIcsRequest,
  type Handlers,
  getCalendarIcsResponses as responses,
} from '../../generated/operations.desk.ts';
import { icsOf } from './ics.ts';
import { presentDays } from './present.ts';

/** `GET /desk/api/calendar.ics`: the calendar for calendar programs. */
export function getCalendarIcs(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
  awaitTurn: AwaitTurn,
): Handlers['getCalendarIcs'] {
  return async ({ query, outgoing }: GetCalendarIcsRequest & Pick<HandlerRequest, 'outgoing'>) => {
    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    await awaitTurn(outgoing);
    return responses.calendarEvents(icsOf(presentDays({ days: await desk.days(range) }).days, now));
  };
}
