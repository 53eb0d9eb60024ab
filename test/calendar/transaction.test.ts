import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { failInserts } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { TestService } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

/** The first bookable date is 8 January. */
const clock = new TestClock('2026-01-01T12:00:00Z');

let service: TestService;
beforeEach(async () => {
  service = await TestService.start({ clock: clock.read });
  await service.solve('player');
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

test.each([
  ['unique_violation', '23505', 4, 201],
  ['exclusion_violation', '23P01', 4, 201],
  ['serialization_failure', '40001', 4, 201],
  ['serialization_failure', '40001', 5, 500],
  ['deadlock_detected', '40P01', 4, 201],
  ['data_exception', '22000', 1, 500],
  ['foreign_key_violation', '23503', 1, 500],
  ['query_canceled', '57014', 1, 500],
])(
  'a conflict alone is retried, at most four times: %s (%s), %i times, gets %i',
  async (_, sqlState, times, status) => {
    await failInserts(service.database, sqlState, times);
    expect((await service.submit('player')).status).toBe(status);
    expect(await service.submissions()).toMatchObject(status === 201 ? [{ date: '2026-01-08' }] : []);
  },
);

/**
 * Competitors commit one date after another while the player's insert waits for it; PostgreSQL
 * rejects the insert each time.
 */
test('each attempt reads the calendar again: it takes the fifth date when others take the first four', async () => {
  const taken = ['2026-01-08', '2026-01-09', '2026-01-10', '2026-01-11'];
  const competitors = await Promise.all(taken.map(() => OpenTransaction.begin(service.database)));
  for (const [index, date] of taken.entries()) {
    await insertSubmission(competitors[index] as OpenTransaction, { user: `competitor for ${date}`, date });
  }
  const response = service.submit('player');
  for (const competitor of competitors) {
    await competitor.awaited();
    await competitor.commit();
  }
  expect(await response).toMatchObject({ status: 201, body: { scheduledDate: '2026-01-12' } });
});
