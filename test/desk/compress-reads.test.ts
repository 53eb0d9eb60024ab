import { afterAll, expect, test } from '@jest/globals';
import { TestService, token } from '../support/service.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
await service.database.query(
  `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
   select 'player ' || day, 'JHN', 3, 16, current_date + day from generate_series(0, 30) as day`,
);

const calendar = 'calendar?to=2030-01-01&from=2029-12-01';

async function send(path: string, headers: Record<string, string>, method = 'GET') {
  const init = {
    method,
    headers: {
      Authorization: `Bearer ${await token('ed', { roles: ['calendar-editor', 'calendar-viewer'] })}`,
      'Content-Type': 'application/json',
      'Cache-Control': 'max-age=0', // without it, fetch would send `no-cache`, which excludes a 304
      ...headers,
    },
    ...(method === 'PUT' && { body: JSON.stringify({ label: 'x' }) }),
  };
  const response = await fetch(`${service.url}/desk/api/${path}`, init);
  const { status, headers: got } = response;
  const coding = got.get('Content-Encoding');
  return { status, coding, vary: got.get('Vary'), etag: got.get('ETag'), text: await response.text() };
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['identity;q=0', null],
])('the calendar for %s', async (accepted, coding) => {
  const plain = await send(calendar, { 'Accept-Encoding': 'identity' });
  expect(plain).toMatchObject({ status: 200, coding: null, etag: expect.stringMatching(/^W\//) });
  // No cache may store it, so there is nothing that a Vary could tell one.
  expect(await send(calendar, { 'Accept-Encoding': accepted })).toEqual({ ...plain, coding, vary: null });
  const known = { 'Accept-Encoding': accepted, 'If-None-Match': plain.etag ?? '' };
  expect(await send(calendar, known)).toEqual({ ...plain, status: 304, coding: null, text: '' });
});

test.each(['calendar.csv', 'calendar.ics'])('%s is compressed', async (path) => {
  const [plain, compressed] = [
    await send(path, { 'Accept-Encoding': 'identity' }),
    await send(path, { 'Accept-Encoding': 'br' }),
  ];
  expect([plain.coding, compressed.coding]).toEqual([null, 'br']);
  const withoutStamps = (text: string) => text.replaceAll(/^DTSTAMP:.*$/gm, '');
  expect(withoutStamps(compressed.text)).toBe(withoutStamps(plain.text));
});

test.each([
  ['a short response', 'GET', 'blocked-dates?label=none'],
  ['what is no read', 'PUT', 'blocked-dates/2030-02-01'],
  ['the page, which the build has compressed', 'GET', '../'],
])('%s is left as it is', async (_, method, path) => {
  const { status, coding, text } = await send(path, { 'Accept-Encoding': path === '../' ? 'zstd' : 'gzip' }, method);
  expect([status < 500, coding, text.length > 0]).toEqual([true, null, true]);
});
