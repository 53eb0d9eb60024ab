import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestService, token } from '../support/service.ts';

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await TestService.start({ desk: true });
  headers = {
    Authorization: `Bearer ${await token('ed', { roles: ['calendar-viewer'] })}`,
    'Cache-Control': 'max-age=0', // without it, fetch would send `no-cache`, which excludes a 304
  };
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async (path: string, more: Record<string, string>) => {
  const response = await fetch(service.url + path, { headers: { ...headers, ...more } });
  const { status, headers: got } = response;
  const coding = got.get('Content-Encoding');
  return { status, coding, vary: got.get('Vary'), etag: got.get('ETag'), text: await response.text() };
};

test.each([
  ['a chapter', '/api/chapters/JHN/3'],
  ['the calendar', '/desk/api/calendar?to=2030-01-01&from=2029-12-01'],
])('%s is compressed for who accepts that, and is not sent again to who has it in any coding', async (_, path) => {
  const plain = await read(path, { 'Accept-Encoding': 'identity' });
  expect(plain).toMatchObject({ status: 200, coding: null, vary: expect.stringContaining('Accept-Encoding') });
  const compressed = { 'Accept-Encoding': 'zstd, br, gzip' };
  expect(await read(path, compressed)).toEqual({ ...plain, coding: 'br' });
  const known = { ...compressed, 'If-None-Match': plain.etag ?? '' };
  expect(await read(path, known)).toEqual({ ...plain, status: 304, coding: null, text: '' });
  for (const none of ['*;q=0', 'identity;q=0', 'zstd']) {
    expect(await read(path, { 'Accept-Encoding': none })).toEqual(plain);
  }
});

test('a short response is not compressed', async () => {
  expect(await read('/api/submissions', { 'Accept-Encoding': 'gzip' })).toMatchObject({ status: 200, coding: null });
});
