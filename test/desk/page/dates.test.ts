import { describe, expect, test } from '@jest/globals';
import {
  addDays,
  addMonths,
  agendaAround,
  type DateRange,
  dateForKey,
  datesBetween,
  dayOfMonth,
  instantText,
  isDate,
  longDate,
  longer,
  monthDay,
  monthOf,
  monthTitle,
  shortDate,
  shortMonth,
  weekStartOf,
  weeksFrom,
  weeksOf,
} from '../../../desk/src/dates.ts';

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-28', 7, '2026-04-04'], // a day of 23 hours in Europe
  ['9999-12-31', 1, '9999-12-31'],
  ['2000-01-01', -7, '2000-01-01'],
])('%s and %d days: %s', (date, days, want) => {
  expect(addDays(date, days)).toBe(want);
});

test.each([
  ['2026-11-22', 1, '2026-12-22'],
  ['2026-12-22', 1, '2027-01-22'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-11-22', -12, '2025-11-22'],
  ['9999-12-01', 1, '9999-12-31'],
  ['2000-01-15', -1, '2000-01-01'],
])('%s and %d months: %s', (date, months, want) => {
  expect(addMonths(date, months)).toBe(want);
});

// 25 November 2026 is a Wednesday.
test.each([
  ['ArrowLeft', '2026-11-25', '2026-11-24'],
  ['ArrowRight', '2026-11-25', '2026-11-26'],
  ['ArrowUp', '2026-11-25', '2026-11-18'],
  ['ArrowDown', '2026-11-25', '2026-12-02'],
  ['Home', '2026-11-25', '2026-11-22'],
  ['Home', '2026-11-22', '2026-11-22'],
  ['End', '2026-11-25', '2026-11-28'],
  ['End', '2026-11-28', '2026-11-28'],
  ['PageUp', '2026-11-25', '2026-10-25'],
  ['PageDown', '2026-11-25', '2026-12-25'],
  ['Shift+PageUp', '2026-11-25', '2025-11-25'],
  ['Shift+PageDown', '2026-11-25', '2027-11-25'],
  ['a', '2026-11-25', undefined],
])('%s leads from %s to %s', (keys, date, want) => {
  const [key = '', shift] = keys.split('+').reverse();
  expect(dateForKey(date, { key, shiftKey: shift === 'Shift' }, 0)).toBe(want);
});

describe('the weeks of a month', () => {
  test('begin on a weekday, and leave out what is not in the month', () => {
    const weeks = weeksOf('2026-12-24', 0);
    expect(weeks.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7]);
    expect([weeks[0]?.indexOf('2026-12-01'), weeks[4]?.indexOf('2026-12-31')]).toEqual([2, 4]);
  });

  test.each([
    ['en-US', 0],
    ['en-GB', 1],
    ['ar-EG', 6],
    ['C', 1],
  ])('begin where %s has it', (language, weekday) => {
    expect(weekStartOf(language)).toBe(weekday);
    expect(new Date(weeksOf('2026-12-24', weekday)[1]?.[0] as string).getUTCDay()).toBe(weekday);
  });

  test('are four to six', () => {
    expect(['2026-02-01', '2026-11-22', '2027-05-01'].map((date) => weeksOf(date, 0).length)).toEqual([4, 5, 6]);
  });

  test.each(['2026-02-01', '2028-02-29', '9999-12-31'])('have every day of the month of %s once', (date) => {
    const { from, to } = monthOf(date);
    expect(weeksOf(date, 1).flat().filter(Boolean)).toEqual(datesBetween(from, to));
  });
});

test.each([
  ['2026-12-24', true],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['1999-12-31', false],
  ['john 3', false],
])('%s is a date: %s', (text, want) => {
  expect(isDate(text)).toBe(want);
});

test('a range has both of its ends', () => {
  expect(datesBetween('2026-11-29', '2026-12-01')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
  expect(datesBetween('2026-11-29', '2026-11-29')).toEqual(['2026-11-29']);
  expect(datesBetween('2026-11-29', '2026-11-28')).toEqual([]);
});

test('dates are written out', () => {
  const year = new Date().getUTCFullYear();
  expect(dayOfMonth(`${year}-11-29`)).toBe('November 29');
  expect(longDate('2025-11-29')).toBe('Saturday, November 29, 2025');
  expect(shortDate('2025-11-29')).toBe('Sat, Nov 29');
  expect([monthDay('2025-12-01'), shortMonth('2025-12')]).toEqual(['Dec 1', 'Dec 2025']);
  expect(monthTitle('2026-11-29')).toBe('November 2026');
});

test("an instant is written in the reader's time zone", () => {
  expect(instantText('2026-11-22T02:30:00.000Z')).toMatch(/^Nov 21, 2026, 9:30\sPM$/);
});

test('weeks follow each other from that of a date on', () => {
  const weeks = weeksFrom('2026-11-25', 1, 2);
  expect(weeks.flat()).toEqual(datesBetween('2026-11-23', '2026-12-06'));
  expect(weeks.map(({ length }) => length)).toEqual([7, 7]);
});

test.each([
  ['2026-11-30', '2026-11-24', '2027-01-22'], // today
  ['2026-11-03', '2026-11-01', '2026-12-30'],
  ['2027-02-20', '2027-02-01', '2027-04-01'],
])('the agenda that has %s is from %s to %s', (date, from, to) => {
  expect(agendaAround(date, '2026-11-24')).toEqual({ from, to });
});

test('an agenda gets longer, up to the days of one response', () => {
  const lengths: number[] = [];
  for (let range: DateRange | undefined = agendaAround('2026-11-24', '2026-11-24'); range; range = longer(range))
    lengths.push(datesBetween(range.from, range.to).length);
  expect(lengths).toEqual([60, 120, 180, 240, 300, 360, 366]);
});
