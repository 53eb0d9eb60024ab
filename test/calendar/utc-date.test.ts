import { expect, test } from '@jest/globals';
import { utcDate, windowText } from '../../src/calendar/window.ts';

test.each([
  ['2024-02-28T23:59:59.999999999Z', '2024-02-28'],
  ['2024-02-29T00:00:00Z', '2024-02-29'],
])('the date of %s is %s, wherever the service runs', (instant, date) => {
  expect(utcDate(Temporal.Instant.from(instant)).toString()).toBe(date);
});

test('a window is described by its dates, wherever the service runs', () => {
  const [first, last] = [Temporal.PlainDate.from('2024-02-29'), Temporal.PlainDate.from('2024-03-01')];
  expect(windowText({ first, last })).toBe('February 29\u2009–\u2009March 1, 2024');
});
