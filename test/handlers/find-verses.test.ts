import { afterAll, expect, test } from '@jest/globals';
import { TestService } from '../support/service.ts';

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());

const find = async (query: string, headers: Record<string, string> = {}) =>
  await service.request(`/api/verses${query}`, { headers });

test('returns verses with their text to anybody, and any cache may store them for a day', async () => {
  const { status, body, headers } = await find('?words=Jesus+wept');
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=86400']);
  expect(body.verses[0]).toEqual({
    bookId: 'JHN',
    chapter: 11,
    verse: 35,
    reference: 'John 11:35',
    words: 'Jesus wept.',
  });
  // Without `Cache-Control`, Node's `fetch` would ask for the text itself.
  const cached = { 'If-None-Match': headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
  expect((await find('?words=Jesus+wept', cached)).status).toBe(304);
});

test.each([
  ['absent', '', 400],
  ['of 2 characters', '?words=we', 400],
  ['of 3', '?words=wep', 200],
  ['of 200', `?words=${'%F0%9F%90%91'.repeat(200)}`, 200],
  ['of 201', `?words=${'a'.repeat(201)}`, 400],
  ['twice', '?words=Jesus&words=wept', 400],
])('words that are %s', async (_, query, status) => {
  const response = await find(query);
  expect(response.status).toBe(status);
  if (status === 400) expect(response.body).toEqual({ error: 'words must have 3 to 200 characters' });
});
