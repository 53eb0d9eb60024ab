import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { earliestFreeDate } from '../../src/calendar/scan.ts';
import { bookableDates, type DateRange, windowOf } from '../../src/calendar/window.ts';
import { type AnyCalendar, anyCalendar, date, days, windows } from '../support/calendars.ts';

/** What the scan finds when all but some days are reserved, in the range and in the weeks around it. */
function scan(range: DateRange, free: string[]): string | undefined {
  const around = { first: range.first.subtract({ days: 10 }), last: range.last.add({ days: 10 }) };
  const reserved = days(around).filter((day) => !free.includes(day));
  return earliestFreeDate(range, reserved.map(date))?.toString();
}

interface Scanned {
  readonly calendar: AnyCalendar;
  readonly bookable: DateRange;
  readonly free: string[];
}

/** From hardly a day to every day free, so that full, dense and empty calendars all come up. */
const anyScan: fc.Arbitrary<Scanned> = anyCalendar.chain((calendar) => {
  const bookable = bookableDates(calendar.today, calendar.rules);
  const all = days(bookable);
  return fc
    .oneof(fc.subarray(all, { maxLength: Math.min(3, all.length) }), fc.subarray(all))
    .map((free) => ({ calendar, bookable, free }));
});

describe('the scan', () => {
  test('finds the earliest free date', () => {
    fc.assert(
      fc.property(anyScan, ({ bookable, free }) => {
        expect(scan(bookable, free)).toBe(days(bookable).find((day) => free.includes(day)));
      }),
    );
  });

  test('finds it in the earliest window that has a free date', () => {
    fc.assert(
      fc.property(
        anyScan.filter(({ free }) => free.length > 0),
        ({ calendar, bookable, free }) => {
          const found = date(scan(bookable, free) ?? '');
          const expected = windows(calendar)
            .map(days)
            .find((window) => window.some((day) => free.includes(day)));
          expect(days(windowOf(found, calendar.today, calendar.rules))).toEqual(expected);
        },
      ),
    );
  });

  test('finds nothing exactly when every bookable date is reserved', () => {
    fc.assert(
      fc.property(anyScan, ({ bookable, free }) => {
        expect(scan(bookable, free) === undefined).toBe(free.length === 0);
      }),
    );
  });
});
