import { test } from '@jest/globals';
import { type MakeClient, type Received, testMalformedRequests, testResponses, verse } from '../client.ts';
import { Api, type HttpResponse } from '../generated/swagger-typescript-api/client.ts';

/** The generator leaves the scheme of authentication to `securityWorker`. */
const apiOf = (baseUrl: string, token?: string) =>
  new Api({
    baseUrl,
    ...(token !== undefined && { securityWorker: () => ({ headers: { Authorization: `Bearer ${token}` } }) }),
  }).api;

const makeClient: MakeClient = (url, token) => {
  const api = apiOf(url, token);
  return {
    // The generated functions have no parameter for a header, but take any headers.
    submitVerse: (body, key) =>
      received(api.submitVerse(body, { headers: { ...(key && { 'Idempotency-Key': key }) } })),
    getEligibility: (localDate) => received(api.getEligibility({ localDate })),
    listSubmissions: () => received(api.listSubmissions()),
    getChapter: (bookId, chapter) => received(api.getChapter(bookId, chapter)),
  };
};

/** The generated functions throw the response if it is not a success. */
async function received(promise: Promise<HttpResponse<unknown>>): Promise<Received> {
  const { ok, status, data, error } = await promise.catch((thrown: HttpResponse<unknown>) => thrown);
  return ok ? { status, body: data } : { error: status, body: error };
}

testResponses(makeClient);
testMalformedRequests(makeClient);

test('a book that the contract does not have does not compile', () => {
  // @ts-expect-error there is no such book
  () => apiOf('').submitVerse({ ...verse, bookId: 'TOB' });
});
