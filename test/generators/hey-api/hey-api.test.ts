import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestService, token } from '../../support/service.ts';
import { createClient } from '../generated/hey-api/client/index.ts';
import { getEligibility, listSubmissions, submitVerse } from '../generated/hey-api/index.ts';
import { zCooldownActive, zScheduledVerse } from '../generated/hey-api/zod.gen.ts';
import { localDate, verse } from '../verse.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.solve(['ann', 'ben']);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** The generated client. It validates each request, and each response that is not an error. */
const clientOf = (user: string) => createClient({ baseUrl: service.url, auth: () => token(user) });

test('submitVerse: 201, then 429', async () => {
  const client = clientOf('ann');
  const { data, response } = await submitVerse({ client, body: verse, throwOnError: true });
  expect(response.status).toBe(201);
  expect(data.reference).toBe('John 3:16');
  // The generated validator does look at the pattern: it distinguishes a thin space from a space.
  expect(zScheduledVerse.safeParse(data).success).toBe(true);
  const windowText = data.windowText.replaceAll('\u2009', ' ');
  expect(zScheduledVerse.safeParse({ ...data, windowText }).success).toBe(false);

  const second = await submitVerse({ client, body: verse });
  expect(second.response?.status).toBe(429);
  expect(zCooldownActive.parse(second.error).error).toBe('Cooldown active');
});

test('getEligibility and listSubmissions', async () => {
  const client = clientOf('ben');
  const query = { localDate };
  const before = await getEligibility({ client, query, throwOnError: true });
  expect(before.data).toEqual({ maySubmit: true, solvedToday: true, accepting: true });

  const { data: scheduled } = await submitVerse({ client, body: verse, throwOnError: true });
  const after = await getEligibility({ client, query, throwOnError: true });
  expect(after.data).toMatchObject({ maySubmit: false, cooldownEndsAt: expect.any(String) });
  const { data } = await listSubmissions({ client, throwOnError: true });
  const { scheduledDate, reference } = scheduled;
  expect(data.submissions).toEqual([{ scheduledDate, reference, submittedAt: expect.any(String) }]);
});

test('a response without a valid token', async () => {
  const client = createClient({ baseUrl: service.url, auth: 'no token' });
  const { error, response } = await listSubmissions({ client });
  expect([response?.status, error]).toEqual([401, { error: 'Unauthorized' }]);
});

test('a book that the contract does not have does not compile, and is not sent', async () => {
  // @ts-expect-error there is no such book
  const { error, response } = await submitVerse({ client: clientOf('ann'), body: { ...verse, bookId: 'TOB' } });
  expect([response, error]).toEqual([undefined, expect.objectContaining({ name: 'ZodError' })]);
});
