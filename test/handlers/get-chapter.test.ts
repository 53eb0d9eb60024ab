import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtChapters } from '../../src/verse/chapters.ts';
import { TestService, token } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async (path: string, headers: Record<string, string> = {}) =>
  await service.request(`/api/chapters/${path}`, { headers });

/**
 * As a cache does: without `Cache-Control`, Node's `fetch` would add `no-cache`, which asks for the
 * text itself.
 */
const revalidate = async (path: string, ifNoneMatch: string) =>
  await read(path, { 'If-None-Match': ifNoneMatch, 'Cache-Control': 'max-age=0' });

test('returns the text of a chapter to anybody, and any cache may store it for a day', async () => {
  const { status, body, headers } = await read('JHN/3');
  expect(headers.get('Cache-Control')).toBe('public, max-age=86400');
  expect([status, body.translation, body.verses.length]).toEqual([200, 'King James Version', 36]);
  expect(body.verses[15]).toBe(
    'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
  );
});

test('ignores a token, which may be invalid', async () => {
  expect((await read('JHN/3', { Authorization: 'Bearer invalid' })).status).toBe(200);
});

describe('a chapter that does not exist is 404 with what is allowed', () => {
  const book = 'bookId must be one of the 66 USFM book codes GEN to REV, in upper case';
  const chapter = 'chapter must be an integer from 1 to 21: John has 21 chapters';
  test.each([
    ['XYZ/3', book],
    ['..%2FJHN/3', book],
    ['JHN/22', chapter],
    ['JHN/03', chapter],
    ['JUD/2', 'chapter must be 1: Jude has 1 chapter'],
  ])('%s', async (path, error) => {
    const { status, body, headers } = await read(path);
    expect({ status, body, cache: headers.get('Cache-Control') }).toEqual({
      status: 404,
      body: { error },
      cache: 'no-store',
    });
  });
});

describe('a cache that has the text', () => {
  test('gets 304 for its ETag', async () => {
    const etag = (await read('JHN/3')).headers.get('ETag') ?? '';
    const { status, text, headers } = await revalidate('JHN/3', etag);
    expect({ status, text }).toEqual({ status: 304, text: '' });
    expect([headers.get('ETag'), headers.get('Cache-Control')]).toEqual([etag, 'public, max-age=86400']);
  });

  test('gets the text if it has another one', async () => {
    const other = (await read('JHN/4')).headers.get('ETag') ?? '';
    expect((await revalidate('JHN/3', other)).status).toBe(200);
  });

  test('gets 404 for a chapter that does not exist', async () => {
    expect((await revalidate('JHN/22', '*')).status).toBe(404);
  });
});

test('no other operation has a 304', async () => {
  const headers = { Authorization: `Bearer ${await token('ann')}`, 'If-None-Match': '*', 'Cache-Control': 'max-age=0' };
  expect((await service.request('/api/submissions', { headers })).status).toBe(200);
});

describe('pages of any origin may read the text and its X-Request-Id', () => {
  test.each([
    ['the list is not set', {}, 'https://other.example'],
    ['the origin is not in the list', { CORS_ORIGINS: 'https://puzzle.example' }, 'https://other.example'],
    ['it is', { CORS_ORIGINS: 'https://puzzle.example' }, 'https://puzzle.example'],
  ])('%s', async (_, env, Origin) => {
    await using instance = await TestService.start({ database: service.database, env });
    for (const path of ['JHN/3', 'JHN/22']) {
      const { headers } = await instance.request(`/api/chapters/${path}`, { headers: { Origin } });
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('X-Request-Id');
    }
  });

  test('a request without an origin fills a cache for all of them', async () => {
    expect((await read('JHN/3')).headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
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
