import { test } from '@jest/globals';
import { type MakeClient, type Received, testMalformedRequests, testResponses, verse } from '../client.ts';
import {
  ApiError,
  ChaptersService,
  OpenAPI,
  SubmissionsService,
} from '../generated/openapi-typescript-codegen/index.ts';

/** The generated functions share one configuration. */
const makeClient: MakeClient = (url, token) => {
  Object.assign(OpenAPI, { BASE: url, TOKEN: token });
  return {
    submitVerse: (body, idempotencyKey) => received(SubmissionsService.submitVerse(body, idempotencyKey)),
    getEligibility: (localDate) => received(SubmissionsService.getEligibility(localDate)),
    listSubmissions: () => received(SubmissionsService.listSubmissions()),
    getChapter: (bookId, chapter) => received(ChaptersService.getChapter(bookId, chapter)),
  };
};

/** The generated functions return the body of a success, and throw the others untyped. */
async function received(response: Promise<unknown>): Promise<Received> {
  try {
    return { body: await response };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: error.status, body: error.body };
  }
}

testResponses(makeClient);
testMalformedRequests(makeClient);

test('a book that the contract does not have does not compile', () => {
  // @ts-expect-error there is no such book
  () => SubmissionsService.submitVerse({ ...verse, bookId: 'TOB' });
});
