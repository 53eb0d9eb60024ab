import { expect, jest, test } from '@jest/globals';
import { findWords } from '../../../client/src/element/player/find-words.ts';
import { createClient, NetworkError } from '../../../client/src/index.ts';

const jesusWept = { bookId: 'JHN', chapter: 11, verse: 35, reference: 'John 11:35', words: 'Jesus wept.' };

/** Searches where the service responds so. */
function search(typed: string, respond: typeof fetch, signal = new AbortController().signal) {
  const fetch = jest.fn(respond);
  const client = createClient({ baseUrl: 'http://service.test', token: '', fetch });
  return { found: findWords(client, typed, signal), urls: () => fetch.mock.calls.map(([url]) => new URL(String(url))) };
}
const respondWith = (status: number, body: object) => async () => Response.json(body, { status });

test('finds verses by the words that are typed, without the spaces around them', async () => {
  const { found, urls } = search('  Jesus\n wept ', respondWith(200, { verses: [jesusWept] }));
  expect(await found).toEqual([jesusWept]);
  expect(urls().map(({ pathname, searchParams }) => [pathname, ...searchParams])).toEqual([
    ['/api/verses', ['words', 'Jesus wept']],
  ]);
});

test('takes the beginning of a long text, and sends no short one', async () => {
  const long = search('🐑'.repeat(201), respondWith(200, { verses: [] }));
  expect(await long.found).toEqual([]);
  expect(long.urls().map(({ searchParams }) => searchParams.get('words'))).toEqual(['🐑'.repeat(200)]);
  const short = search(' we ', respondWith(200, { verses: [jesusWept] }));
  expect([await short.found, short.urls()]).toEqual([[], []]);
});

test.each<[string, typeof fetch]>([
  ['responds with an error', respondWith(500, { error: 'Internal error' })],
  ['does not have the operation yet', respondWith(404, { error: 'Not found' })],
])('finds nothing where the service %s', async (_, respond) => {
  expect(await search('Jesus wept', respond).found).toEqual([]);
});

test('says that there is no response', async () => {
  const { found } = search('Jesus wept', () => Promise.reject(new TypeError('offline')));
  await expect(found).rejects.toThrow(NetworkError);
});

test('a search that is no longer wanted ends', async () => {
  const end = new AbortController();
  const { found } = search('Jesus wept', () => new Promise(() => {}), end.signal);
  end.abort();
  await expect(found).rejects.toThrow(end.signal.reason);
});
