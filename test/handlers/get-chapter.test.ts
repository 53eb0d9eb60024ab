import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { builtChapters } from '../../src/verse/chapters.ts';
import { TestService, token } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());

const read = async (path: string, headers: Record<string, string> = {}) =>
  await service.request(`/api/chapters/${path}`, { headers });

/**
 * As a cache does: without `Cache-Control`, Node's `fetch` would add `no-cache`, which asks for the
 * text itself.
 */
const revalidate = async (path: string, ifNoneMatch: string) =>
  await read(path, { 'If-None-Match': ifNoneMatch, 'Cache-Control': 'max-age=0' });

test('returns the text of a chapter to anybody, whatever the token, and any cache may store it for a day', async () => {
  const { status, body, headers } = await read('JHN/3', { Authorization: 'Bearer invalid' });
  expect(headers.get('Cache-Control')).toBe('public, max-age=86400');
  expect([status, body.translation, body.verses.length]).toEqual([200, 'King James Version', 36]);
  expect(body.verses[15]).toBe(
    'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
  );
});

test.each([
  ['..%2FJHN/3', 'bookId must be one of the 66 USFM book codes GEN to REV, in upper case'],
  ['JHN/22', 'chapter must be an integer from 1 to 21: John has 21 chapters'],
  ['JHN/03', 'chapter must be an integer from 1 to 21: John has 21 chapters'],
])('a chapter that does not exist is 404 with what is allowed: %s', async (path, error) => {
  const { status, body, headers } = await read(path);
  expect({ status, body, cache: headers.get('Cache-Control') }).toEqual({
    status: 404,
    body: { error },
    cache: 'no-store',
  });
});

test('a cache that has the text gets 304 for its ETag, and for another one the text', async () => {
  const etag = (await read('JHN/3')).headers.get('ETag') ?? '';
  const { status, text, headers } = await revalidate('JHN/3', etag);
  expect({ status, text }).toEqual({ status: 304, text: '' });
  expect([headers.get('ETag'), headers.get('Cache-Control')]).toEqual([etag, 'public, max-age=86400']);
  expect((await revalidate('JHN/4', etag)).status).toBe(200);
  expect((await revalidate('JHN/22', '*')).status).toBe(404);
});

test('no other operation has a 304', async () => {
  const headers = { Authorization: `Bearer ${await token('ann')}`, 'If-None-Match': '*', 'Cache-Control': 'max-age=0' };
  expect((await service.request('/api/submissions', { headers })).status).toBe(200);
});

test('pages of any origin may read the text and its X-Request-Id, whatever CORS_ORIGINS says', async () => {
  const env = { CORS_ORIGINS: 'https://puzzle.example' };
  await using listed = await TestService.start({ database: service.database, env });
  for (const instance of [service, listed]) {
    // A request without an origin fills a cache for all of them.
    for (const sent of [{ Origin: 'https://other.example' }, { Origin: env.CORS_ORIGINS }, {}]) {
      for (const path of ['JHN/3', 'JHN/22']) {
        const { headers } = await instance.request(`/api/chapters/${path}`, { headers: sent });
        expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
        expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('X-Request-Id');
      }
    }
  }
});

test('a text that cannot be read is 500, which no cache stores', async () => {
  const directory = await temporaryDirectory();
  const chapters = join(directory, 'chapters');
  await symlink(builtChapters, chapters, 'junction');
  await using broken = await TestService.start({ database: service.database, chapters });
  await rm(directory, { recursive: true });
  const { status, body, headers } = await broken.request('/api/chapters/JHN/3');
  expect({ status, body, cache: headers.get('Cache-Control') }).toEqual({
    status: 500,
    body: { error: 'Internal error' },
    cache: 'no-store',
  });
});
