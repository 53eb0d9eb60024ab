import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestService, token, validSubmission } from '../support/service.ts';

/** John 3:16, typed as generated clients want it: they know the books. */
export const verse = { ...validSubmission, bookId: 'JHN' } as const;

/** What the 201 can say. Thin spaces surround its dash. */
export const windowText = 'November 28\u2009–\u2009December 11, 2026';

/** A generated client, in one shape for both generators. */
export interface Client {
  submitVerse(body: typeof verse, idempotencyKey?: string): Promise<Received>;
  getEligibility(localDate: string): Promise<Received>;
  listSubmissions(): Promise<Received>;
  getChapter(bookId: typeof verse.bookId, chapter: number): Promise<Received>;
  findVerses(words: string): Promise<Received>;
}

/** What a generated client returned or threw. */
export interface Received {
  readonly body: unknown;
  /** The status of a success, where the client tells it. */
  readonly status?: number;
  /** The status of an error response. */
  readonly error?: number;
}

/** Makes a client of the service at a URL, with a player's token or without one. */
export type MakeClient = (url: string, token?: string) => Client;

/**
 * Has a generated client send requests to the real service for every documented response, except
 * those to malformed requests.
 */
export function testResponses(makeClient: MakeClient): void {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    await service.solve(['ann', 'ben', 'cid']);
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const clientOf = async (user: string) => makeClient(service.url, await token(user));

  test('submitVerse: 201, then 429, and the first response again for its Idempotency-Key', async () => {
    const ann = await clientOf('ann');
    const [scheduledDate, windowText] = [expect.any(String), expect.any(String)];
    const first = await ann.submitVerse(verse, 'a-key');
    expectSuccess(first, 201, { scheduledDate, reference: 'John 3:16', windowText });

    const body = { error: 'Cooldown active', cooldownEndsAt: expect.any(String) };
    expect(await ann.submitVerse(verse)).toEqual({ error: 429, body });
    expect(await ann.submitVerse(verse, 'a-key')).toEqual(first);
  });

  test('submitVerse: 400 for a verse that does not exist, 403 for a date without a solved puzzle', async () => {
    const ben = await clientOf('ben');
    expect(await ben.submitVerse({ ...verse, verse: 37 })).toEqual({
      error: 400,
      body: { error: 'verse must be an integer from 1 to 36: John 3 has 36 verses' },
    });
    expect(await ben.submitVerse({ ...verse, localDate: '2026-11-20' })).toEqual({
      error: 403,
      body: { error: "Solve today's puzzle first" },
    });
  });

  test('getEligibility and listSubmissions: 200', async () => {
    const cid = await clientOf('cid');
    const facts = { solvedToday: true, accepting: true, nextFreeDate: expect.any(String) };
    expectSuccess(await cid.getEligibility(verse.localDate), 200, { ...facts, maySubmit: true });
    expectSuccess(await cid.listSubmissions(), 200, { submissions: [], withdrawn: [] });

    await cid.submitVerse(verse);
    const cooldown = { maySubmit: false, cooldownEndsAt: expect.any(String) };
    expectSuccess(await cid.getEligibility(verse.localDate), 200, { ...facts, ...cooldown });
    const [scheduledDate, submittedAt] = [expect.any(String), expect.any(String)];
    const submissions = [{ scheduledDate, reference: 'John 3:16', bookId: 'JHN', chapter: 3, verse: 16, submittedAt }];
    expectSuccess(await cid.listSubmissions(), 200, { submissions, withdrawn: [] });
  });

  test('getChapter: 200 and 404, without a token', async () => {
    const anybody = makeClient(service.url);
    const verses = expect.arrayContaining(['Jesus wept.']);
    expectSuccess(await anybody.getChapter('JHN', 11), 200, { translation: 'King James Version', verses });
    expect(await anybody.getChapter('JHN', 22)).toEqual({
      error: 404,
      body: { error: 'chapter must be an integer from 1 to 21: John has 21 chapters' },
    });
  });

  test('findVerses: 200, without a token', async () => {
    const words = expect.stringMatching(/^For God so loved the world/);
    const verses = expect.arrayContaining([{ bookId: 'JHN', chapter: 3, verse: 16, reference: 'John 3:16', words }]);
    expectSuccess(await makeClient(service.url).findVerses('for god so loved'), 200, { verses });
  });

  test('every operation that needs a token: 401 without one', async () => {
    expect(await callEach(makeClient(service.url))).toEqual(
      Array(3).fill({ error: 401, body: { error: 'Unauthorized' } }),
    );
  });

  test('every operation that reads it: 500 without the table of submissions', async () => {
    const ben = await clientOf('ben');
    await service.database.query('alter table scheduled_submission rename to away');
    const responses = await callEach(ben);
    await service.database.query('alter table away rename to scheduled_submission');

    const [scheduling, internal] = [{ error: 'Failed to schedule submission' }, { error: 'Internal error' }];
    expect(responses).toEqual([scheduling, internal, internal].map((body) => ({ error: 500, body })));
  });
}

/** The client took the response for a success, with this body, and this status if it tells one. */
function expectSuccess(received: Received, status: number, body: object): void {
  expect({ status, ...received }).toEqual({ status, body });
}

async function callEach(client: Client): Promise<Received[]> {
  return [
    await client.submitVerse(verse),
    await client.getEligibility(verse.localDate),
    await client.listSubmissions(),
  ];
}
