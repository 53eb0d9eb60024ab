import { expect, test } from '@jest/globals';
import { utcDate } from '../../src/calendar/window.ts';
import { processTimeZone } from '../support/process-time-zone.ts';

test.each([
  ['2024-02-28T23:59:59.999999999Z', '2024-02-28'],
  ['2024-02-29T00:00:00Z', '2024-02-29'],
])('the date of %s is %s, wherever the service runs', (instant, date) => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    using _zone = processTimeZone(zone);
    expect(utcDate(Temporal.Instant.from(instant)).toString()).toBe(date);
  }
});
