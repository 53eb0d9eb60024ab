import { afterAll, expect, test } from '@jest/globals';
import { listSubmissionsOperation as operation } from '../../src/generated/operations.ts';
import { TestService, token } from '../support/service.ts';

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());

async function list(user: string) {
  return await service.request(operation.path, { headers: { Authorization: `Bearer ${await token(user)}` } });
}

test('lists the player’s own submissions alone, newest first, and withdrawn ones by themselves', async () => {
  await service.database.query(
    `insert into scheduled_submission
       (user_id, book_id, chapter, verse, scheduled_date, moved_from, withdrawn_at, withdrawn_from, created_at) values
     ('ann', 'PSA', 23, 1, null, '2026-12-06', '2026-10-16T01:02:03.0004Z', '2026-12-07', '2026-10-15T00:00:00Z'),
     ('ann', '1CO', 13, 4, '2026-12-05', null, null, null, '2026-10-22T00:00:00.0009Z'),
     ('bob', 'JHN', 3, 16, '2026-12-11', null, null, null, '2026-10-02T00:00:00Z'),
     ('Ann', 'JHN', 3, 16, '2026-12-12', null, null, null, '2026-10-03T00:00:00Z'),
     ('ann', 'JUD', 1, 3, null, null, '9999-12-31T23:59:59.9999Z', '2026-12-10', '2026-10-01T00:00:00Z'),
     ('ann', 'GEN', 1, 1, '2026-12-09', '2026-12-08', null, null, '2026-10-08T00:00:00Z')`,
  );
  const corinthians = { reference: '1 Corinthians 13:4', bookId: '1CO', chapter: 13, verse: 4 };
  const genesis = { reference: 'Genesis 1:1', bookId: 'GEN', chapter: 1, verse: 1 };
  const psalm = { reference: 'Psalm 23:1', bookId: 'PSA', chapter: 23, verse: 1 };
  const jude = { reference: 'Jude 1:3', bookId: 'JUD', chapter: 1, verse: 3 };
  const at = (date: string) => ({ submittedAt: `${date}T00:00:00.000Z` });
  expect((await list('ann')).body).toEqual({
    submissions: [
      { scheduledDate: '2026-12-05', ...corinthians, submittedAt: '2026-10-22T00:00:00.001Z' },
      { scheduledDate: '2026-12-09', movedFrom: '2026-12-08', ...genesis, ...at('2026-10-08') },
    ],
    withdrawn: [
      { ...psalm, ...at('2026-10-15'), withdrawnAt: '2026-10-16T01:02:03.000Z', withdrawnFrom: '2026-12-07' },
      { ...jude, ...at('2026-10-01'), withdrawnAt: '9999-12-31T23:59:59.999Z', withdrawnFrom: '2026-12-10' },
    ],
  });
});

test('returns an empty list to a player without submissions', async () => {
  expect((await list('nobody')).body).toEqual({ submissions: [], withdrawn: [] });
  expect((await list('no\0body')).body).toEqual({ submissions: [], withdrawn: [] });
});

test('both lists together have the latest 100 submissions', async () => {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     select 'writer', 'JHN', 3, 16, date '2030-01-01' + n, timestamptz '2020-01-01 00:00Z' + n * interval '168 hours'
     from generate_series(1, 120) as n`,
  );
  await service.database.query(
    `update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date
     where user_id = 'writer' and extract(day from scheduled_date) = 1`,
  );
  const { submissions, withdrawn } = (await list('writer')).body;
  expect([submissions.length, withdrawn.length]).toEqual([96, 4]);
  expect(submissions.at(-1).scheduledDate).toBe('2030-01-22');
  expect(withdrawn[0].withdrawnFrom).toBe('2030-05-01');
});
