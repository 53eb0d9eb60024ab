import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StartError } from '../../src/start-error.ts';
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

/** As a cache does: without `Cache-Control`, Node's `fetch` would add `no-cache`, which asks for the text itself. */
const revalidate = async (path: string, ifNoneMatch: string) =>
  await read(path, { 'If-None-Match': ifNoneMatch, 'Cache-Control': 'max-age=0' });

test('returns the text of a chapter to anybody', async () => {
  const { status, body } = await read('JHN/3');
  expect({ status, translation: body.translation, verses: body.verses.length }).toEqual({
    status: 200,
    translation: 'King James Version',
    verses: 36,
  });
  expect(body.verses[15]).toBe(
    'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
  );
});

test.each([
  ['is valid', async () => `Bearer ${await token('ann')}`],
  ['is invalid', async () => 'Bearer invalid'],
])('ignores a token that %s', async (_, authorization) => {
  expect((await read('JHN/3', { Authorization: await authorization() })).status).toBe(200);
});

describe('a chapter that does not exist is 404 with what is allowed', () => {
  const book = 'bookId must be one of the 66 USFM book codes GEN to REV, in upper case';
  const chapter = 'chapter must be an integer from 1 to 21: John has 21 chapters';
  test.each([
    ['XYZ/3', book],
    ['jhn/3', book],
    ['constructor/3', book],
    ['..%2FJHN/3', book],
    ['XYZ/99', book],
    ['JHN/22', chapter],
    ['JHN/0', chapter],
    ['JHN/-1', chapter],
    ['JHN/1.5', chapter],
    ['JHN/three', chapter],
    ['JHN/151', chapter],
    ['JHN/03', chapter],
    ['JHN/+3', chapter],
    ['JHN/%203', chapter],
    ['JHN/3.0', chapter],
    ['JHN/3e0', chapter],
    ['JHN/0x3', chapter],
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

test.each(['%ZZ/3', 'JHN/%FF', 'JHN', 'JHN/3/'])('%s is no path of the contract', async (path) => {
  const { status, body } = await read(path);
  expect({ status, body }).toEqual({ status: 404, body: { error: 'Not found' } });
});

test('any cache may store the text for a day', async () => {
  const { headers } = await read('JHN/3');
  expect(headers.get('Cache-Control')).toBe('public, max-age=86400');
});

describe('a cache that has the text', () => {
  test.each([
    ['its ETag', (etag: string) => etag],
    ['its ETag, weakened by a proxy that compresses', (etag: string) => `W/${etag}`],
    ['it among others', (etag: string) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('gets 304 for %s', async (_, ifNoneMatch) => {
    const stored = await read('JHN/3');
    const etag = stored.headers.get('ETag') ?? '';
    const { status, text, headers } = await revalidate('JHN/3', ifNoneMatch(etag));
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

test('returns the headers of GET, without a body, for HEAD', async () => {
  const get = await read('JHN/3');
  const head = await service.request('/api/chapters/JHN/3', { method: 'HEAD' });
  expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
  for (const name of ['ETag', 'Cache-Control', 'Content-Type', 'Content-Length']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
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

test('a service without the text does not start: one line says where it should be', async () => {
  const starting = TestService.start({ database: service.database, chapters: '/nowhere' });
  await expect(starting).rejects.toThrow('The text of the chapters cannot be read from /nowhere: run `npm run build`');
  await expect(starting).rejects.toBeInstanceOf(StartError);
});
