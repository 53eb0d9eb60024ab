import { etagOf } from '../../api/formats.ts';
import type { CalendarRules } from '../../calendar/window.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Handlers, getCalendarResponses as responses } from '../../desk/generated/operations.desk.ts';
import { rangeOf } from '../../desk/range.ts';
import type { PresentDays } from './present.ts';

/** `GET /desk/api/calendar`: the calendar, day by day. */
export function getCalendar(
  desk: Desk,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['getCalendar'] {
  return async ({ query, roles }) => {
    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    const overview = await desk.overview(now);
    const role = roles.includes('calendar-editor') ? 'calendar-editor' : 'calendar-viewer';
    const body = { ...overview, role, ...(await presentDays({ days: await desk.days(range) })) } as const;
    return responses.calendar(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}
