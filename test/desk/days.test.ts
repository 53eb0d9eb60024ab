import { expect, test } from '@jest/globals';
import { datesOf, rangeOf } from '../../src/desk/days.ts';

const rules = { leadDays: 7, windowDays: 14, horizonDays: 365, repeatDays: 0 };
const now = Temporal.Instant.from('2026-11-21T23:59:59.999Z');

test.each<
  [title: string, from: string | undefined, to: string | undefined, want: [string, string, number] | undefined]
>([
  ['by default, from today to the last bookable date', undefined, undefined, ['2026-11-21', '2027-11-21', 366]],
  ['to the 366th date, if the last bookable date is later', '2026-11-20', undefined, ['2026-11-20', '2027-11-20', 366]],
  ['from the last bookable date', '2027-11-21', undefined, ['2027-11-21', '2027-11-21', 1]],
  ['from a date after it, to the 366th', '2027-11-22', undefined, ['2027-11-22', '2028-11-21', 366]],
  ['from today', undefined, '2026-11-22', ['2026-11-21', '2026-11-22', 2]],
  ['one date', '2026-12-24', '2026-12-24', ['2026-12-24', '2026-12-24', 1]],
  ['366 dates in the past', '2000-01-01', '2000-12-31', ['2000-01-01', '2000-12-31', 366]],
  ['to the last date that the contract can express', '9999-12-30', undefined, ['9999-12-30', '9999-12-31', 2]],
  ['367 dates', '2000-01-01', '2001-01-01', undefined],
  ['367 dates from today', undefined, '2027-11-22', undefined],
  ['backwards', '2026-12-24', '2026-12-23', undefined],
  ['backwards from today', undefined, '2026-11-20', undefined],
])('the range is %s', (_title, from, to, want) => {
  const range = rangeOf({ from, to }, rules, now);
  const dates = range && datesOf(range);
  expect(dates && [dates[0], dates.at(-1), dates.length]).toEqual(want);
});
