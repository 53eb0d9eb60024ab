import ical, { type ICalEventData, ICalEventTransparency } from 'ical-generator';
import { datesOf, rangeOf, readDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import { type Handlers, getCalendarIcsResponses as responses } from './generated/operations.desk.ts';
import type { Day } from './present.ts';

/** `GET /desk/api/calendar.ics`: the calendar for calendar programs. */
export function getCalendarIcs({ read, rules, clock, presentDays }: DeskDependencies): Handlers['getCalendarIcs'] {
  return async ({ query }) => {
    // 5. range
    const now = clock();
    const range = rangeOf(query, rules, now);
    if (range === undefined) return responses.invalidRange;

    // 6. read
    const days = await read((em) => readDays(em.getKysely(), datesOf(range)));
    return responses.calendarEvents(icsOf(await presentDays(days), now));
  };
}

/**
 * The reserved and the blocked days as an iCalendar file (RFC 5545). The event of a verse stays the
 * same when the verse moves, since its UID is that of the submission: calendar programs then move
 * the event.
 *
 * @param now the instant at which the file is made
 */
export function icsOf(days: readonly Day[], now: Temporal.Instant): string {
  const calendar = ical({ prodId: { company: 'Verse submissions', product: 'Desk' } });
  for (const day of days) {
    if (day.state === 'free') continue;
    const { date, state, label, submission } = day;
    const event: ICalEventData = {
      id: `${submission ? `submission-${submission.id}` : `${state}-${date}`}@verse-submissions`,
      stamp: now,
      start: Temporal.PlainDate.from(date),
      allDay: true,
      summary: submission?.reference ?? label ?? state,
      ...(submission?.words !== undefined && { description: submission.words }),
      categories: [{ name: state }],
      transparency: ICalEventTransparency.TRANSPARENT, // its reader is not busy that day
    };
    calendar.createEvent(event);
  }
  return `${calendar}\r\n`; // the library leaves out the end of the last line
}
