import { test } from '@jest/globals';
import createClient from 'openapi-fetch';
import { type MakeClient, type Received, testMalformedRequests, testResponses, verse } from '../client.ts';
import type { paths } from '../generated/openapi-fetch/paths.ts';

/** The client of openapi-fetch, whose types openapi-typescript generated. */
const clientOf = (baseUrl: string, token?: string) =>
  createClient<paths>({ baseUrl, headers: { ...(token && { Authorization: `Bearer ${token}` }) } });

const makeClient: MakeClient = (url, token) => {
  const client = clientOf(url, token);
  return {
    async submitVerse(body, key) {
      const params = { header: { ...(key && { 'Idempotency-Key': key }) } };
      return received(await client.POST('/api/submit-verse', { body, params }));
    },
    getEligibility: async (localDate) =>
      received(await client.GET('/api/eligibility', { params: { query: { localDate } } })),
    listSubmissions: async () => received(await client.GET('/api/submissions')),
    getChapter: async (bookId, chapter) =>
      received(await client.GET('/api/chapters/{bookId}/{chapter}', { params: { path: { bookId, chapter } } })),
  };
};

function received({ data, error, response }: { data?: unknown; error?: unknown; response: Response }): Received {
  const { ok, status } = response;
  return ok ? { status, body: data } : { error: status, body: error };
}

testResponses(makeClient);
testMalformedRequests(makeClient);

test('a book that the contract does not have does not compile', () => {
  // @ts-expect-error there is no such book
  () => clientOf('').POST('/api/submit-verse', { body: { ...verse, bookId: 'TOB' } });
});
