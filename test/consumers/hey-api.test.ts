import { expect, test } from '@jest/globals';
import { type MakeClient, type Received, testResponses, verse, windowText } from './client.ts';
import { createClient } from './generated/hey-api/client/index.ts';
import { findVerses, getChapter, getEligibility, listSubmissions, submitVerse } from './generated/hey-api/index.ts';
import { zCooldownActive, zScheduledVerse } from './generated/hey-api/zod.gen.ts';

/**
 * The generated client parses each request, and the body of each success, with the generated
 * schemas.
 */
const clientOf = (baseUrl: string, token?: string) => createClient({ baseUrl, auth: token });

const makeClient: MakeClient = (url, token) => {
  const client = clientOf(url, token);
  return {
    submitVerse: async (body, key) =>
      received(await submitVerse({ client, body, headers: { 'Idempotency-Key': key } })),
    getEligibility: async (localDate) => received(await getEligibility({ client, query: { localDate } })),
    listSubmissions: async () => received(await listSubmissions({ client })),
    getChapter: async (bookId, chapter) => received(await getChapter({ client, path: { bookId, chapter } })),
    findVerses: async (words) => received(await findVerses({ client, query: { words } })),
  };
};

/** An error without a response is the parser's, or the network's. */
function received({ data, error, response }: { data?: unknown; error?: unknown; response?: Response }): Received {
  if (!response) throw error;
  if (response.status === 429) zCooldownActive.parse(error);
  const { ok, status } = response;
  return ok ? { status, body: data } : { error: status, body: error };
}

testResponses(makeClient);

test('the schema of a scheduled verse distinguishes a thin space from a space', () => {
  const scheduled = { scheduledDate: '2026-11-28', reference: 'John 3:16', windowText };
  expect(zScheduledVerse.safeParse(scheduled).success).toBe(true);
  const withSpaces = windowText.replaceAll('\u2009', ' ');
  expect(zScheduledVerse.safeParse({ ...scheduled, windowText: withSpaces }).success).toBe(false);
});

test('a book that the contract does not have does not compile, and is not sent', async () => {
  const client = clientOf('http://127.0.0.1:1');
  // @ts-expect-error there is no such book
  const { error, response } = await submitVerse({ client, body: { ...verse, bookId: 'TOB' } });
  expect([response, error]).toEqual([undefined, expect.objectContaining({ name: 'ZodError' })]);
});
