import { afterAll, beforeAll, expect, test } from '@jest/globals';
import createClient from 'openapi-fetch';
import { TestService, token } from '../../support/service.ts';
import type { paths } from '../generated/openapi-fetch/paths.ts';
import { localDate, verse } from '../verse.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.solve(['ann', 'ben']);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** The client of a player, whose types openapi-typescript generated. */
async function clientOf(user: string) {
  return createClient<paths>({ baseUrl: service.url, headers: { Authorization: `Bearer ${await token(user)}` } });
}

test('submitVerse: 201, then 429', async () => {
  const client = await clientOf('ann');
  const first = await client.POST('/api/submit-verse', { body: verse });
  expect(first.response.status).toBe(201);
  expect(first.data?.reference).toBe('John 3:16');

  const second = await client.POST('/api/submit-verse', { body: verse });
  expect(second.response.status).toBe(429);
  if (!second.error || !('cooldownEndsAt' in second.error)) throw new Error(JSON.stringify(second.error));
  expect(new Date(second.error.cooldownEndsAt).getTime()).toBeGreaterThan(Date.now());
});

test('getEligibility and listSubmissions', async () => {
  const client = await clientOf('ben');
  const params = { query: { localDate } };
  const before = await client.GET('/api/eligibility', { params });
  expect(before.data).toEqual({ maySubmit: true, solvedToday: true, accepting: true });

  const { data: scheduled } = await client.POST('/api/submit-verse', { body: verse });
  const after = await client.GET('/api/eligibility', { params });
  expect(after.data).toMatchObject({ maySubmit: false, cooldownEndsAt: expect.any(String) });
  const { data } = await client.GET('/api/submissions');
  const [scheduledDate, reference] = [scheduled?.scheduledDate, scheduled?.reference];
  expect(data?.submissions).toEqual([{ scheduledDate, reference, submittedAt: expect.any(String) }]);
});

test('a response without a valid token', async () => {
  const { error, response } = await createClient<paths>({ baseUrl: service.url }).GET('/api/submissions');
  expect([response.status, error]).toEqual([401, { error: 'Unauthorized' }]);
});

test('a book that the contract does not have does not compile, and is 400', async () => {
  await service.solve('cid');
  const client = await clientOf('cid');
  // @ts-expect-error there is no such book
  const { error, response } = await client.POST('/api/submit-verse', { body: { ...verse, bookId: 'TOB' } });
  expect([response.status, error?.error]).toEqual([400, expect.stringContaining('bookId must be')]);
});
