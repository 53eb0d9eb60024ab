import { getEventListeners } from 'node:events';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import * as sdk from '../../client/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, token, validSubmission } from '../support/service.ts';
import { realTime, skip, stopClock, stopTimers, waitingTimers } from '../support/timers.ts';

type ClientOptions = sdk.ClientOptions;

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  realTime();
});

async function clientOf(user: string, options: Partial<ClientOptions> = {}) {
  return sdk.createClient({ baseUrl: service.url, token: await token(user), ...options });
}

const verse = validSubmission as sdk.SubmitVerseRequest;

/** A fetch with these outcomes at first; then the service responds. It has each `lost` request, too. */
function first(...outcomes: (Response | 'lost')[]) {
  return jest.fn<typeof fetch>(async (input, init) => {
    const outcome = outcomes.shift();
    if (outcome instanceof Response) return outcome;
    const response = await fetch(input, init);
    if (outcome === 'lost') throw new TypeError('the connection broke off');
    return response;
  });
}
type Sent = ReturnType<typeof first>;
const keysOf = (sent: Sent) => sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));

describe('against the service', () => {
  test('the first submission gets 201, the second 429', async () => {
    await service.solve('ann');
    const client = await clientOf('ann');
    expect(await client.submitVerse(verse)).toMatchObject({
      status: 201,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scheduledDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      reference: 'John 3:16',
      windowText: expect.any(String),
    });
    expect(await client.submitVerse(verse)).toEqual({
      status: 429,
      requestId: expect.any(String),
      error: 'Cooldown active',
      cooldownEndsAt: expect.stringMatching(/Z$/),
      retryAfter: expect.any(Number),
    });
  });

  test.each<[string, (jwt: string) => ClientOptions['token']]>([
    ['a string', (jwt) => jwt],
    ['a function', (jwt) => () => jwt],
    ['a function that gives a promise', (jwt) => async () => jwt],
  ])('the token is %s, and the base URL may be one that ends in slashes', async (_title, as) => {
    const baseUrl = new URL(`${service.url}//`);
    const statusFor = async (jwt: string) =>
      (await sdk.createClient({ baseUrl, token: as(jwt) }).submitVerse(verse)).status;
    expect([await statusFor('no token'), await statusFor(await token('nobody'))]).toEqual([401, 403]);
  });

  test('the text of a chapter needs no token, and none is asked for, even after the 401 of a proxy', async () => {
    const ask = jest.fn<() => string>();
    const john11 = { bookId: 'JHN', chapter: 11 } as const;
    const sent = first();
    const client = await clientOf('ann', { fetch: sent, token: ask });
    const result = await client.getChapter(john11);
    if (result.status !== 200) throw new Error(result.error);
    expect(result.translation).toBe('King James Version');
    expect([result.verses.length, result.verses[34]]).toEqual([57, 'Jesus wept.']);
    expect(await client.getChapter({ bookId: 'JHN', chapter: 22 })).toEqual({
      status: 404,
      requestId: expect.any(String),
      error: 'chapter must be an integer from 1 to 21: John has 21 chapters',
    });
    expect(sent.mock.calls.map(([, init]) => new Headers(init?.headers).has('Authorization'))).toEqual([false, false]);
    const unauthorized = first(Response.json({ error: 'Unauthorized' }, { status: 401 }));
    const behindProxy = await clientOf('ann', { fetch: unauthorized, token: ask });
    await expect(behindProxy.getChapter(john11)).rejects.toThrow('(status 401)');
    expect([unauthorized.mock.calls.length, ask.mock.calls.length]).toEqual([1, 0]);
  });

  test("a lost request is sent again once, then fails with a NetworkError; the caller's key serves later", async () => {
    await service.solve('cat');
    const sent = first('lost', 'lost');
    const lost = (await clientOf('cat', { fetch: sent })).submitVerse(verse, { idempotencyKey: 'mine' });
    await expect(lost).rejects.toMatchObject({ name: 'NetworkError', cause: expect.any(TypeError) });
    await expect(lost).rejects.toBeInstanceOf(sdk.NetworkError);
    await expect(lost).rejects.toThrow(/^No response from http.* Is baseUrl right\?$/);
    expect(sent).toHaveBeenCalledTimes(2);
    expect((await (await clientOf('cat')).submitVerse(verse, { idempotencyKey: 'mine' })).status).toBe(201);
  });

  test('the retry has the same key, and gets the 201 of the one submission, even in insecure pages', async () => {
    await service.solve('eve');
    const { randomUUID, getRandomValues } = crypto;
    Object.assign(crypto, { randomUUID: undefined, getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
    const sent = first('lost');
    const result = await (await clientOf('eve', { fetch: sent })).submitVerse(verse);
    Object.assign(crypto, { randomUUID, getRandomValues });
    expect([result.status, keysOf(sent)]).toEqual([201, Array(2).fill('07'.repeat(16))]);
    expect((await service.submissions()).filter(({ user_id }) => user_id === 'eve')).toHaveLength(1);
  });

  test('after a 401, a token function is asked once more', async () => {
    const tokens = ['expired', await token('nobody'), 'unused'];
    const renewing = await clientOf('nobody', { token: () => tokens.shift() ?? '' });
    expect((await renewing.submitVerse(verse)).status).toBe(403);
    expect(tokens).toEqual(['unused']);
    const ask = jest.fn(() => 'expired');
    expect((await (await clientOf('nobody', { token: ask })).listSubmissions()).status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('headers are sent with every request, and the request is found by its id', async () => {
    const client = await clientOf('nobody', { headers: { 'X-Request-Id': 'of-the-client' } });
    expect(await client.listSubmissions()).toMatchObject({ requestId: 'of-the-client' });
    const ofCall = { headers: { 'X-Request-Id': 'of-the-call' } };
    expect(await client.listSubmissions(ofCall)).toMatchObject({ requestId: 'of-the-call' });
  });
});

describe('a retry', () => {
  const unavailable = (retryAfter: string) => new Response('', { status: 503, headers: { 'Retry-After': retryAfter } });
  const httpDate = (seconds: number) => new Date(Date.now() + 1000 * seconds).toUTCString();

  test.each<[string, number, number, () => Response]>([
    ['a 502', 300, 600, () => new Response('', { status: 502 })],
    ['a 503', 300, 600, () => new Response('', { status: 503 })],
    ['a 504', 300, 600, () => new Response('', { status: 504 })],
    ['Retry-After: 2.5', 300, 600, () => unavailable('2.5')],
    ['Retry-After: 10', 10_000, 10_000, () => unavailable('10')],
    ['Retry-After: a date in 9 seconds', 7_000, 9_000, () => unavailable(httpDate(9))],
    ['Retry-After: a date that has passed', 300, 600, () => unavailable(httpDate(-9))],
  ])('after %s comes after %i ms, and before %i are over, with the same key', async (_title, earliest, latest, of) => {
    const sent = first(of());
    const client = await clientOf('nobody', { fetch: sent });
    stopTimers();
    const submission = client.submitVerse(verse);
    await eventually('the client waits', () => waitingTimers() > 0);
    await skip(earliest - 1);
    expect(sent).toHaveBeenCalledTimes(1);
    await skip(latest - earliest + 1);
    expect((await submission).status).toBe(403);
    const [key] = keysOf(sent);
    expect(keysOf(sent)).toEqual([expect.any(String), key]);
  });

  test.each(['60', 'Fri, 01 Jan 2100 00:00:00 GMT'])('does not wait until %s', async (retryAfter) => {
    const sent = first(unavailable(retryAfter));
    const submission = (await clientOf('nobody', { fetch: sent })).submitVerse(verse);
    await expect(submission).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a 400', 400, 'Invalid JSON body'],
    ['a 401, for a token that stays the same', 401, 'Unauthorized'],
    ['a 403', 403, "Solve today's puzzle first"],
    ['a 413', 413, 'Request body too large'],
    ['a 500, before which the service has tried five times', 500, 'Failed to schedule submission'],
  ])('does not follow %s', async (_title, status, error) => {
    const sent = first(Response.json({ error }, { status }));
    expect(await (await clientOf('nobody', { fetch: sent })).submitVerse(verse)).toMatchObject({ status, error });
    expect(sent).toHaveBeenCalledTimes(1);
  });
});

test("the player's local date is not that of UTC, and has a year of four digits", () => {
  stopClock('2026-01-02T04:00:00Z');
  expect(sdk.localDate()).toBe('2026-01-01');
  expect(sdk.localDate(new Date('2026-01-02T05:00:00Z'))).toBe('2026-01-02');
  expect(sdk.localDate(new Date('0999-01-02T11:00:00'))).toBe('0999-01-02');
});

const never = () => new Promise<never>(() => {});
const isAborted = { name: 'AbortError' };

test('a call that takes too long is aborted', async () => {
  const client = await clientOf('ann', { fetch: never, timeout: 20 });
  await expect(client.listSubmissions()).rejects.toMatchObject({ name: 'TimeoutError' });
  const { signal } = new AbortController();
  await expect(client.submitVerse(verse, { timeout: 30, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});

describe('a signal that is aborted', () => {
  test('before the submission ends it with its reason', async () => {
    const signal = AbortSignal.abort(new RangeError('the page was left'));
    await expect((await clientOf('ann')).submitVerse(verse, { signal })).rejects.toMatchObject({ name: 'RangeError' });
  });

  test.each<[string, Partial<ClientOptions>]>([
    ['a token function that ignores it', { token: never }],
    ['a fetch that ignores it, beside a timeout', { fetch: never, timeout: 20_000 }],
    ['a body that ignores it', { fetch: async () => new Response(new ReadableStream()) }],
  ])('ends a submission that waits for %s', async (_title, options) => {
    const controller = new AbortController();
    const submission = (await clientOf('ann', options)).submitVerse(verse, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(submission).rejects.toMatchObject(isAborted);
  });

  test('during the submission ends it without a retry', async () => {
    const controller = new AbortController();
    const sent = jest.fn<typeof globalThis.fetch>(async (_input, init) => {
      controller.abort();
      init?.signal?.throwIfAborted();
      throw new Error('unreachable');
    });
    const submission = (await clientOf('ann', { fetch: sent })).submitVerse(verse, { signal: controller.signal });
    await expect(submission).rejects.toMatchObject(isAborted);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test('during the wait for a retry ends it: no token is asked for, and nothing is sent', async () => {
    const controller = new AbortController();
    const sent = first(new Response('', { status: 503 }));
    const ask = jest.fn(() => 'token');
    const client = await clientOf('ann', { fetch: sent, token: ask });
    stopTimers();
    const submission = client.submitVerse(verse, { signal: controller.signal });
    await eventually('the client waits', () => waitingTimers() > 0);
    controller.abort();
    await expect(submission).rejects.toMatchObject(isAborted);
    await skip(1_000);
    expect([ask.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
  });

  test('has the token that comes later unused, and no later submission asks for one', async () => {
    const controller = new AbortController();
    const later = Promise.withResolvers<string>();
    const sent = first();
    const ask = jest.fn(() => later.promise);
    const client = await clientOf('ann', { fetch: sent, token: ask });
    const submission = client.submitVerse(verse, { signal: controller.signal });
    controller.abort();
    await expect(submission).rejects.toMatchObject(isAborted);
    later.resolve('token');
    await new Promise((resolve) => setTimeout(resolve));
    await expect(client.submitVerse(verse, { signal: controller.signal })).rejects.toMatchObject(isAborted);
    expect([ask.mock.calls.length, sent.mock.calls.length]).toEqual([1, 0]);
  });

  test('later, once the submission has ended, has no listener left', async () => {
    const { signal } = new AbortController();
    const sent = first(Response.json({ error: 'Unauthorized' }, { status: 401 }));
    await (await clientOf('ann', { fetch: sent })).submitVerse(verse, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('what cannot be sent is no NetworkError', () => {
  test.each<[string, string, string | undefined, string]>([
    ['a key that the service would ignore', 'token', 'my key', 'idempotencyKey must match /'],
    ['an empty key', 'token', '', 'idempotencyKey must match /'],
    ['a key of 256 characters', 'token', 'k'.repeat(256), 'idempotencyKey must match /'],
    ['a token of two lines', 'to\nken', undefined, 'Headers'],
  ])('%s', async (_title, bad, idempotencyKey, message) => {
    const fetch = jest.fn<typeof globalThis.fetch>();
    const client = await clientOf('ann', { fetch, token: bad });
    const submission = client.submitVerse(verse, idempotencyKey === undefined ? {} : { idempotencyKey });
    await expect(submission).rejects.toMatchObject({ name: 'TypeError', message: expect.stringContaining(message) });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('an error of a token function is passed on', async () => {
    const client = await clientOf('ann', { token: () => Promise.reject(new RangeError('no session')) });
    await expect(client.submitVerse(verse)).rejects.toThrow(new RangeError('no session'));
  });
});

describe('a response that is not in the contract', () => {
  const respondedBy = async (response: Response) =>
    await (await clientOf('ann', { fetch: async () => response.clone() })).submitVerse(verse);

  test.each([
    ['the id of the request', { 'X-Request-Id': 'of-the-service' }, 'of-the-service'],
    ['null, if the service did not respond', {}, null],
  ])('is an UnexpectedResponseError with %s', async (_title, headers, requestId) => {
    const body = '{"error":"Bad gateway"}';
    const submission = respondedBy(new Response(body, { status: 502, headers }));
    await expect(submission).rejects.toBeInstanceOf(sdk.UnexpectedResponseError);
    await expect(submission).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 502, body, requestId });
  });

  test('a response that breaks off is a NetworkError', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    await expect(respondedBy(new Response(broken, { status: 201 }))).rejects.toMatchObject({ name: 'NetworkError' });
  });
});

describe('a NetworkError asks for CORS_ORIGINS only where they matter', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'location');
  });

  test.each<[string, string | undefined, string]>([
    ['outside of a page', undefined, '?'],
    ['in a page of the same origin', 'http://127.0.0.1:1', '?'],
    ['in a page of another origin', 'http://127.0.0.1:2', ', and does CORS_ORIGINS name http://127.0.0.1:2?'],
  ])('%s', async (_title, origin, question) => {
    if (origin !== undefined) Object.assign(globalThis, { location: { origin } });
    const url = 'http://127.0.0.1:1/api/submit-verse';
    const { message } = new sdk.NetworkError(url, { cause: undefined });
    expect(message).toBe(`No response from ${url}. Is baseUrl right${question}`);
  });
});
