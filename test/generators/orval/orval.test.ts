import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestService, token } from '../../support/service.ts';
import { getEligibility, listSubmissions, submitVerse } from '../generated/orval/client.ts';
import { GetEligibilityResponse, ListSubmissionsResponse, SubmitVerseResponse } from '../generated/orval/schemas.ts';
import { localDate, verse } from '../verse.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.solve(['ann', 'ben']);
  process.env['VERSES_URL'] = service.url;
});
afterAll(async () => {
  delete process.env['VERSES_URL'];
  await service[Symbol.asyncDispose]();
});

async function asUser(user: string) {
  return { headers: { Authorization: `Bearer ${await token(user)}` } };
}

test('submitVerse: 201, then 429', async () => {
  const first = await submitVerse(verse, await asUser('ann'));
  if (first.status !== 201) throw new Error(JSON.stringify(first));
  expect(first.data.reference).toBe('John 3:16');
  // The generated validator does look at the pattern: it distinguishes a thin space from a space.
  expect(SubmitVerseResponse.parse(first.data)).toEqual(first.data);
  const windowText = first.data.windowText.replaceAll('\u2009', ' ');
  expect(SubmitVerseResponse.safeParse({ ...first.data, windowText }).success).toBe(false);

  const second = await submitVerse(verse, await asUser('ann'));
  if (second.status !== 429) throw new Error(JSON.stringify(second));
  expect(new Date(second.data.cooldownEndsAt).getTime()).toBeGreaterThan(Date.now());
});

test('getEligibility and listSubmissions', async () => {
  const options = await asUser('ben');
  const before = await getEligibility({ localDate }, options);
  expect(GetEligibilityResponse.parse(before.data)).toEqual({ maySubmit: true, solvedToday: true, accepting: true });

  const { data: scheduled } = await submitVerse(verse, options);
  const after = await getEligibility({ localDate }, options);
  expect(GetEligibilityResponse.parse(after.data)).toMatchObject({ cooldownEndsAt: expect.any(String) });
  const { data } = await listSubmissions(options);
  const { scheduledDate, reference } = SubmitVerseResponse.parse(scheduled);
  const submission = { scheduledDate, reference, submittedAt: expect.any(String) };
  expect(ListSubmissionsResponse.parse(data)).toEqual({ submissions: [submission] });
});

test('a response without a valid token', async () => {
  const { status, data } = await listSubmissions();
  expect([status, data]).toEqual([401, { error: 'Unauthorized' }]);
});

test('a book that the contract does not have does not compile, and is 400', async () => {
  await service.solve('cid');
  // @ts-expect-error there is no such book
  const { status, data } = await submitVerse({ ...verse, bookId: 'TOB' }, await asUser('cid'));
  expect([status, data]).toEqual([400, { error: expect.stringContaining('bookId must be') }]);
});
