import fc from 'fast-check';
import { bookableDates, type CalendarRules, type DateRange, windowOf } from '../../src/calendar/window.ts';

/** Today and the operator's rules, which determine the calendar. */
interface AnyCalendar {
  readonly today: Temporal.PlainDate;
  readonly rules: CalendarRules;
}

const anyDay = fc.oneof(
  fc.constantFrom('2027-12-31', '2028-01-01', '2028-02-28', '2028-02-29', '2100-02-28').map((day) => date(day)),
  fc.nat(36_524).map((days) => date('2000-01-01').add({ days })),
);

const anyRules = fc
  .record({
    leadDays: fc.integer({ min: 2, max: 60 }),
    windowDays: fc.integer({ min: 1, max: 60 }),
    repeatDays: fc.constant(0),
  })
  .chain((lengths) =>
    fc.integer({ min: lengths.leadDays, max: 400 }).map((horizonDays): CalendarRules => ({ ...lengths, horizonDays })),
  );

export const anyCalendar: fc.Arbitrary<AnyCalendar> = fc.record({ today: anyDay, rules: anyRules });

export function date(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** Every day of a range, as YYYY-MM-DD. */
export function days({ first, last }: DateRange): string[] {
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }).toString());
}

/** Every window that contains a bookable date, in order. */
export function windows({ today, rules }: AnyCalendar): DateRange[] {
  const all = days(bookableDates(today, rules)).map((day) => windowOf(date(day), today, rules));
  return [...new Map(all.map((window) => [`${window.first} ${window.last}`, window])).values()];
}
