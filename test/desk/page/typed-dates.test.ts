import { expect, test } from '@jest/globals';
import { readDate } from '../../../desk/src/typed-dates.ts';

// 2026-11-24 is a Tuesday.
test.each([
  ['2026-12-24', '2026-12-24'],
  ['Dec 24', '2026-12-24'],
  ['24 dec', '2026-12-24'],
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
  ['+30', '2026-12-24'],
  ['-1', '2026-11-23'],
  ['feb 30', undefined],
  ['john 3', undefined],
  ['1 sam 3', undefined],
  ['mark 3', undefined],
  ['ann', undefined],
  ['god so loved', undefined],
  ['', undefined],
])('%s is %s', (typed, date) => {
  expect(readDate(typed, '2026-11-24', 'de')).toBe(date);
});

test('in the United States, the month comes first', () => {
  expect(readDate('3/12', '2026-11-24', 'en-US')).toBe('2027-03-12');
});
