import { expect, test } from '@jest/globals';
import { type MakeClient, type Received, testResponses, verse, windowText } from './client.ts';
import { findVerses, getChapter, getEligibility, listSubmissions, submitVerse } from './generated/orval/client.ts';
import {
  FindVersesResponse,
  GetChapterResponse,
  GetEligibilityResponse,
  ListSubmissionsResponse,
  SubmitVerseResponse,
} from './generated/orval/schemas.ts';

/**
 * The generated functions read the service's URL where `orval.config.ts` says. Only the schemas of
 * successes are generated.
 */
const makeClient: MakeClient = (url, token) => {
  process.env['VERSES_URL'] = url;
  const options = { headers: { ...(token && { Authorization: `Bearer ${token}` }) } };
  return {
    submitVerse: async (body, key) =>
      received(await submitVerse(body, { ...(key && { 'Idempotency-Key': key }) }, options), SubmitVerseResponse),
    getEligibility: async (localDate) =>
      received(await getEligibility({ localDate }, {}, options), GetEligibilityResponse),
    listSubmissions: async () => received(await listSubmissions({}, options), ListSubmissionsResponse),
    getChapter: async (bookId, chapter) => received(await getChapter(bookId, chapter, {}, options), GetChapterResponse),
    findVerses: async (words) => received(await findVerses({ words }, {}, options), FindVersesResponse),
  };
};

function received(response: { status: number; data: unknown }, schema: { parse(body: unknown): unknown }): Received {
  const { status, data } = response;
  return status < 300 ? { status, body: schema.parse(data) } : { error: status, body: data };
}

testResponses(makeClient);

test('the schema of a scheduled verse distinguishes a thin space from a space', () => {
  const scheduled = { scheduledDate: '2026-11-28', reference: 'John 3:16', windowText };
  expect(SubmitVerseResponse.safeParse(scheduled).success).toBe(true);
  const withSpaces = windowText.replaceAll('\u2009', ' ');
  expect(SubmitVerseResponse.safeParse({ ...scheduled, windowText: withSpaces }).success).toBe(false);
});

test('a book that the contract does not have does not compile', () => {
  // @ts-expect-error there is no such book
  () => submitVerse({ ...verse, bookId: 'TOB' });
});
