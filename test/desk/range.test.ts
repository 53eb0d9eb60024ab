import { expect, test } from '@jest/globals';
import { datesOf, rangeOf } from '../../src/desk/range.ts';

const rules = { leadDays: 7, windowDays: 14, horizonDays: 365 };
const now = Temporal.Instant.from('2026-11-21T23:59:59.999Z');

test.each<
  [title: string, from: string | undefined, to: string | undefined, want: [string, string, number] | undefined]
>([
  ['by default, from today to the last bookable date', undefined, undefined, ['2026-11-21', '2027-11-21', 366]],
  ['to the last bookable date, if that is one of 800', '2025-09-13', undefined, ['2025-09-13', '2027-11-21', 800]],
  ['to the 800th date', '2025-09-12', undefined, ['2025-09-12', '2027-11-20', 800]],
  ['from the last bookable date', '2027-11-21', undefined, ['2027-11-21', '2027-11-21', 1]],
  ['from a date after it, to the 800th', '2027-11-22', undefined, ['2027-11-22', '2030-01-29', 800]],
  ['from today', undefined, '2029-01-28', ['2026-11-21', '2029-01-28', 800]],
  ['one date', '2026-12-24', '2026-12-24', ['2026-12-24', '2026-12-24', 1]],
  ['800 dates in the past', '2000-01-01', '2002-03-10', ['2000-01-01', '2002-03-10', 800]],
  ['to the last date that the contract can express', '9999-12-30', undefined, ['9999-12-30', '9999-12-31', 2]],
  ['801 dates', '2000-01-01', '2002-03-11', undefined],
  ['801 dates from today', undefined, '2029-01-29', undefined],
  ['backwards', '2026-12-24', '2026-12-23', undefined],
  ['backwards from today', undefined, '2026-11-20', undefined],
])('the range is %s', (_title, from, to, want) => {
  const range = rangeOf({ from, to }, rules, now);
  const dates = range && datesOf(range);
  expect(dates && [dates[0], dates.at(-1), dates.length]).toEqual(want);
});
