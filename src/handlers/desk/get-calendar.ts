import type { HandlerRequest } from '../../api/operation-handler.ts';
import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { rangeOf } from '../../desk/range.ts';
import type { AwaitTurn } from '../../desk/reads.ts';
import {
  type GetCalendarRequest,
  type Handlers,
  getCalendarResponses as responses,
} from '../../generated/operations.desk.ts';
import { etagOf } from '../formats.ts';
import type { PresentDays } from './present.ts';

/** `GET /desk/api/calendar`: the calendar, day by day. */
export function getCalendar(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
  awaitTurn: AwaitTurn,
  presentDays: PresentDays,
): Handlers['getCalendar'] {
  return async ({ query, roles, outgoing }: GetCalendarRequest & Pick<HandlerRequest, 'roles' | 'outgoing'>) => {
    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    await awaitTurn(outgoing);
    const overview = await desk.overview(now);
    const role = roles.includes('calendar-editor') ? 'calendar-editor' : 'calendar-viewer';
    const body = { ...overview, role, ...(await presentDays({ days: await desk.days(range) })) } as const;
    return responses.calendar(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}
