import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listSubmissionsOperation as operation } from '../../src/generated/operations.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { TestService, token } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service[Symbol.asyncDispose]());

async function list(user: string) {
  return await service.request(operation.path, { headers: { Authorization: `Bearer ${await token(user)}` } });
}

test('lists only the player’s own submissions, newest first', async () => {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at) values
     ('ann', '1CO', 13, 4, '2026-11-30', '2026-10-09T00:00:00.0009Z'),
     ('bob', 'PSA', 23, 1, '2026-12-02', '2026-10-02T00:00:00Z'),
     ('ann', 'GEN', 1, 1, '2026-12-01', '2026-10-01T00:00:00Z'),
     ('Ann', 'JUD', 1, 3, '2026-12-03', '2026-10-03T00:00:00Z')`,
  );
  const { status, body } = await list('ann');
  expect(status).toBe(200);
  expect(body).toEqual({
    submissions: [
      {
        scheduledDate: '2026-11-30',
        reference: '1 Corinthians 13:4',
        bookId: '1CO',
        chapter: 13,
        verse: 4,
        submittedAt: '2026-10-09T00:00:00.001Z',
      },
      {
        scheduledDate: '2026-12-01',
        reference: 'Genesis 1:1',
        bookId: 'GEN',
        chapter: 1,
        verse: 1,
        submittedAt: '2026-10-01T00:00:00.000Z',
      },
    ],
  });
});

test('returns an empty list to a player without submissions', async () => {
  expect((await list('nobody')).body).toEqual({ submissions: [] });
  expect((await list('no\0body')).body).toEqual({ submissions: [] });
});

test('lists at most the latest 100 submissions', async () => {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     select 'writer', 'JHN', 3, 16, date '2030-01-01' + n, timestamptz '2020-01-01 00:00Z' + n * interval '7 days'
     from generate_series(1, 120) as n`,
  );
  const { submissions } = (await list('writer')).body;
  expect(submissions).toHaveLength(100);
  expect(submissions[0].scheduledDate).toBe('2030-05-01');
  expect(submissions.at(-1).scheduledDate).toBe('2030-01-22');
});

test('concurrent requests share a round trip, so a flood leaves connections for others', async () => {
  const lock = await OpenTransaction.lockingTable(service.database, 'scheduled_submission');
  const lists = Promise.all(Array.from({ length: 30 }, (_, index) => list(index % 2 ? 'ann' : 'nobody')));
  await lock.awaited();
  await setTimeout(500); // until all have arrived
  expect(await lock.waiting()).toBe(1);
  await lock.rollback();
  expect((await lists).map(({ body }) => body.submissions.length)).toEqual(
    Array.from({ length: 30 }, (_, index) => (index % 2 ? 2 : 0)),
  );
});

test('lists a submission that the service has just stored', async () => {
  await service.solve('reader');
  const { body: scheduled } = await service.submit('reader');
  const { submissions } = (await list('reader')).body;
  expect(submissions).toMatchObject([{ scheduledDate: scheduled.scheduledDate, reference: scheduled.reference }]);
});

test('returns 401 without a token', async () => {
  const { status, body } = await service.request(operation.path);
  expect({ status, body }).toEqual({ status: 401, body: { error: 'Unauthorized' } });
});
