import { expect, test } from '@jest/globals';
import { isErrorFromAlias, ZodiosError } from '@zodios/core';
import { type MakeClient, type Received, testResponses, verse, windowText } from '../client.ts';
import { createApiClient, schemas } from './client.ts';

/** The generator ignores `security`. The client parses each request, and the body of each success, with the generated schemas. */
const apiOf = (url: string, token?: string) =>
  createApiClient(url, { axiosConfig: { headers: { ...(token && { Authorization: `Bearer ${token}` }) } } });
type Api = ReturnType<typeof apiOf>;

const makeClient: MakeClient = (url, token) => {
  const api = apiOf(url, token);
  const received = receivedBy(api);
  return {
    submitVerse: (body, key) =>
      received('submitVerse', api.submitVerse(body, { headers: { ...(key && { 'Idempotency-Key': key }) } })),
    getEligibility: (localDate) => received('getEligibility', api.getEligibility({ queries: { localDate } })),
    listSubmissions: () => received('listSubmissions', api.listSubmissions()),
    getChapter: (bookId, chapter) => received('getChapter', api.getChapter({ params: { bookId, chapter } })),
  };
};

/** An error response is thrown; it counts as received only if the schema of its status accepts the body. */
const receivedBy =
  (api: Api) =>
  async (
    operation: 'submitVerse' | 'getEligibility' | 'listSubmissions' | 'getChapter',
    response: Promise<unknown>,
  ): Promise<Received> => {
    try {
      return { body: await response };
    } catch (error) {
      if (!isErrorFromAlias(api.api, operation, error)) throw error;
      return { error: error.response.status, body: error.response.data };
    }
  };

testResponses(makeClient);

test('the schema of a scheduled verse distinguishes a thin space from a space', () => {
  const scheduled = { scheduledDate: '2026-11-28', reference: 'John 3:16', windowText };
  expect(schemas.ScheduledVerse.safeParse(scheduled).success).toBe(true);
  const withSpaces = windowText.replaceAll('\u2009', ' ');
  expect(schemas.ScheduledVerse.safeParse({ ...scheduled, windowText: withSpaces }).success).toBe(false);
});

test('a book that the contract does not have does not compile, and is not sent', async () => {
  // @ts-expect-error there is no such book
  const response = apiOf('http://127.0.0.1:1').submitVerse({ ...verse, bookId: 'TOB' });
  await expect(response).rejects.toThrow(ZodiosError);
});
