import { expect, test } from '@jest/globals';
import { readDate } from '../../../desk/src/typed-dates.ts';

// 2026-11-24 is a Tuesday.
test.each([
  ['2026-12-24', '2026-12-24'],
  ['Dec 24', '2026-12-24'],
  ['December 24th, 2027', '2027-12-24'],
  ['the 1st of nov', '2027-11-01'],
  ['nov 24', '2026-11-24'],
  ['29 feb', '2028-02-29'],
  ['24. Dezember', '2026-12-24'],
  ['24.12.', '2026-12-24'],
  ['24/12', '2026-12-24'],
  ['3/12', '2026-12-03'],
  ['12/24/2027', '2027-12-24'],
  ['today', '2026-11-24'],
  ['Tomorrow', '2026-11-25'],
  ['gestern', '2026-11-23'],
  ['next friday', '2026-11-27'],
  ['tue', '2026-12-01'],
  ['samstag', '2026-11-28'],
  ['Sunday, December 6', '2026-12-06'],
  ['Sun, Nov 22', '2026-11-22'],
  ['Saturday, January 2, 2027', '2027-01-02'],
  ['Fri, Jan 1', '2027-01-01'],
  ['6.12.26', '2026-12-06'],
  ['March 2027', '2027-03-01'],
  ['in 2 weeks', '2026-12-08'],
  ['in 1 Monat', '2026-12-24'],
  ['10 days ago', '2026-11-14'],
  ['march', '2027-03-01'],
  ['november', '2027-11-01'],
  ['easter', '2027-03-28'],
  ['Advent 2027', '2027-11-28'],
  ['advent', '2026-11-29'],
  ['easter sunday 2028', '2028-04-16'],
  ["New Year's Day", '2027-01-01'],
  ['+30', '2026-12-24'],
  ['-1', '2026-11-23'],
  ['feb 30', undefined],
  ['john 3', undefined],
  ['ann', undefined],
  ['march 3 4 5', undefined],
  ['monday 5', undefined],
  ['dec mark 3', undefined],
  ['god so loved', undefined],
  ['', undefined],
])('%s is %s', (typed, date) => {
  expect(readDate(typed, '2026-11-24', 'de')).toBe(date);
});

test('in the United States, the month comes first', () => {
  expect(readDate('3/12', '2026-11-24', 'en-US')).toBe('2027-03-12');
});
