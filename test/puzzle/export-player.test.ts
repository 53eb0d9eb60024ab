import { beforeEach, expect, test } from '@jest/globals';
import { useDesk } from '../support/desk.ts';
import { validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const { service, database } = await useDesk({ puzzle: true });
beforeEach(() => database.query('truncate daily_completion'));

const exported = async (player: string) => (await service.puzzle('GET', `players/${player}`)).body;

test('has everything that is stored about the player, and nothing of others', async () => {
  await service.solve(['ann', 'ben']);
  await service.solve('ann', '2026-11-20');
  await service.submit('ann', validSubmission, { 'Idempotency-Key': 'a-key' });
  await service.submit('ben');
  await service.change('POST', 'submissions/1/move', { from: '2026-11-28', to: '2026-12-24' });
  await insertSubmission(database, { user: 'ann', date: '2026-12-01', createdAt: '2026-11-01T00:00:00.0001Z' });
  await service.change('POST', 'submissions/3/withdraw', { from: '2026-12-01', endCooldown: true });
  await insertSubmission(database, { user: 'ann', verse: 99, date: '2026-12-02', createdAt: '2026-10-01T00:00:00Z' });

  expect(await exported('ann')).toEqual({
    player: 'ann',
    completions: ['2026-11-21', '2026-11-20'],
    completionCount: 2,
    submissions: [
      {
        ...{ id: 1, scheduledDate: '2026-12-24', movedFrom: '2026-11-28', submittedAt: '2026-11-21T12:00:00.000Z' },
        ...{ bookId: 'JHN', chapter: 3, verse: 16, reference: 'John 3:16', cooldownEnded: false },
        ...{ windowText: 'November 28\u2009–\u2009December 11, 2026', idempotencyKey: 'a-key' },
      },
      {
        ...{ id: 3, withdrawnFrom: '2026-12-01', withdrawnAt: '2026-11-21T12:00:00.000Z', cooldownEnded: true },
        ...{ bookId: 'GEN', chapter: 1, verse: 1, reference: 'Genesis 1:1', submittedAt: '2026-11-01T00:00:00.001Z' },
      },
      {
        ...{ id: 4, scheduledDate: '2026-12-02', submittedAt: '2026-10-01T00:00:00.000Z', cooldownEnded: false },
        ...{ bookId: 'GEN', chapter: 1, verse: 99 },
      },
    ],
  });
});

test('has the newest 10,000 completions and their number, also of dates that the contract cannot express', async () => {
  await database.query(`
    insert into daily_completion (anonymous_id, date)
    select 'ann', date '2026-11-21' - days from generate_series(0, 10_000) as days
    union all select 'ann', '12026-01-01'`);
  const { completions, completionCount } = await exported('ann');
  expect([completions.length, completions[0], completions.at(-1), completionCount]).toEqual([
    ...[10_000, '2026-11-21', '1999-07-07', 10_002],
  ]);
});
