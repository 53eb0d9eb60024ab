import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { schemaFaults } from '../../contract/response-check.ts';
import {
  bookableDates,
  type CalendarRules,
  type DateRange,
  utcDate,
  windowOf,
  windowText,
} from '../../src/calendar/window.ts';
import { date, days } from '../support/calendars.ts';

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

const anyCalendar: fc.Arbitrary<AnyCalendar> = fc.record({ today: anyDay, rules: anyRules });

/** Every window that contains a bookable date, in order. */
function windows({ today, rules }: AnyCalendar): DateRange[] {
  const all = days(bookableDates(today, rules)).map((day) => windowOf(date(day), today, rules));
  return [...new Map(all.map((window) => [`${window.first} ${window.last}`, window])).values()];
}

/** A later day, computed without the calendar's own arithmetic. */
function dayAfter(day: Temporal.PlainDate, count: number): string {
  return new Date(Date.parse(day.toString()) + count * 86_400_000).toISOString().slice(0, 10);
}

describe('the calendar', () => {
  test('has every date from today + lead to today + horizon, and no other', () => {
    fc.assert(
      fc.property(anyCalendar, ({ today, rules: { leadDays, horizonDays, ...rest } }) => {
        const expected = Array.from({ length: horizonDays - leadDays + 1 }, (_, i) => dayAfter(today, leadDays + i));
        expect(days(bookableDates(today, { leadDays, horizonDays, ...rest }))).toEqual(expected);
      }),
    );
  });

  test('is divided into windows without a gap or an overlap, of one length, or shorter for the last', () => {
    fc.assert(
      fc.property(anyCalendar, (calendar) => {
        const bookable = days(bookableDates(calendar.today, calendar.rules));
        const lengths = windows(calendar).map((window) => days(window).length);
        const last = lengths.pop();
        expect(windows(calendar).flatMap(days)).toEqual(bookable);
        expect(new Set([...lengths, calendar.rules.windowDays])).toEqual(new Set([calendar.rules.windowDays]));
        expect(last).toBeLessThanOrEqual(calendar.rules.windowDays);
        for (const day of bookable) {
          expect(days(windowOf(date(day), calendar.today, calendar.rules))).toContain(day);
        }
      }),
    );
  });
});

test.each([
  ['2024-02-28T23:59:59.999999999Z', '2024-02-28'],
  ['2024-02-29T00:00:00Z', '2024-02-29'],
])('the date of %s is %s, wherever the service runs', (instant, date) => {
  expect(utcDate(Temporal.Instant.from(instant)).toString()).toBe(date);
});

describe('a window is described by its first and last day', () => {
  test.each([
    ['in one month', '2026-12-01', '2026-12-14', 'December 1\u2009–\u200914, 2026'],
    ['in two months', '2026-11-28', '2026-12-11', 'November 28\u2009–\u2009December 11, 2026'],
    ["across a year's end", '2026-12-26', '2027-01-08', 'December 26, 2026\u2009–\u2009January 8, 2027'],
    ['of one day', '2028-02-29', '2028-02-29', 'February 29, 2028'],
  ])('%s', (_title, first, last, text) => {
    expect(windowText({ first: date(first), last: date(last) })).toBe(text);
  });

  test('as the contract says, on every day of four years and at every length', () => {
    const start = date('2026-11-21');
    const texts = Array.from({ length: 1461 }, (_, day) => start.add({ days: day })).flatMap((first) =>
      [0, 1, 13, 40, 400].map((length) => windowText({ first, last: first.add({ days: length }) })),
    );
    const pointer = '#/components/schemas/ScheduledVerse/properties/windowText';
    expect(texts.filter((text) => schemaFaults(pointer, text).length > 0)).toEqual([]);
  });
});
