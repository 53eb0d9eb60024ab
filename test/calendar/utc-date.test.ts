import { expect, test } from '@jest/globals';
import { processTimeZone } from '../support/process-time-zone.ts';

/** Loads the module in a zone behind UTC: it makes its formatter of dates when it is loaded. */
async function loadBehindUtc() {
  using _zone = processTimeZone('Pacific/Pago_Pago');
  return await import('../../src/calendar/window.ts');
}
const { utcDate, windowText } = await loadBehindUtc();

test.each([
  ['2024-02-28T23:59:59.999999999Z', '2024-02-28'],
  ['2024-02-29T00:00:00Z', '2024-02-29'],
])('the date of %s is %s, wherever the service runs', (instant, date) => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    using _zone = processTimeZone(zone);
    expect(utcDate(Temporal.Instant.from(instant)).toString()).toBe(date);
  }
});

test('a window is described by its dates, wherever the service runs', () => {
  const [first, last] = [Temporal.PlainDate.from('2024-02-29'), Temporal.PlainDate.from('2024-03-01')];
  expect(windowText({ first, last })).toBe('February 29\u2009–\u2009March 1, 2024');
});
