import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { countInserts, failInserts } from '../support/inserts.ts';
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

const failed = { status: 500, body: { error: 'Failed to schedule submission' } };

describe('a conflict is retried', () => {
  test.each([
    ['unique_violation', '23505'],
    ['exclusion_violation', '23P01'],
    ['serialization_failure', '40001'],
    ['deadlock_detected', '40P01'],
  ])('after %s, up to the fifth attempt', async (_name, sqlState) => {
    await failInserts(service.database, sqlState, 4);
    expect(await service.submit('player')).toMatchObject({ status: 201, body: { scheduledDate: '2026-01-08' } });
    expect(await countInserts(service.database)).toBe(5);
  });

  test('but not after the fifth attempt: nothing is stored and no cooldown begins', async () => {
    await failInserts(service.database, '40001', 5);
    expect(await service.submit('player')).toMatchObject(failed);
    expect(await countInserts(service.database)).toBe(5);
    expect(await service.submissions()).toEqual([]);
    expect((await service.submit('player')).status).toBe(201);
  });

  test.each([
    ['data_exception', '22000'],
    ['foreign_key_violation', '23503'],
    ['query_canceled', '57014'],
  ])('but no other failure is retried, such as %s', async (_name, sqlState) => {
    await failInserts(service.database, sqlState, 1);
    expect(await service.submit('player')).toMatchObject(failed);
    expect(await countInserts(service.database)).toBe(1);
    expect(await service.submissions()).toEqual([]);
  });
});

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
