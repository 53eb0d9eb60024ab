import { getEventListeners } from 'node:events';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import * as sdk from '../../client/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, token, validSubmission } from '../support/service.ts';
import { realTime, skip, stopClock, stopTimers, waitingTimers } from '../support/timers.ts';

type ClientOptions = sdk.ClientOptions;
const verse = validSubmission as sdk.SubmitVerseRequest;

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  realTime();
});

async function clientOf(user: string, options: Partial<ClientOptions> = {}) {
  return sdk.createClient({ baseUrl: service.url, token: await token(user), ...options });
}

/** A fetch that loses the service's first responses. */
function losing(responses: number) {
  return jest.fn<typeof fetch>(async (input, init) => {
    const response = await fetch(input, init);
    if (responses-- > 0) throw new TypeError('the connection broke off');
    return response;
  });
}

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

  test.each<[string, ClientOptions['token']]>([
    ['a string', 'no token'],
    ['a function', () => 'no token'],
    ['a function that gives a promise', async () => 'no token'],
  ])('the token is %s', async (_title, bad) => {
    expect(await (await clientOf('ann', { token: bad })).submitVerse(verse)).toMatchObject({ status: 401 });
    const good = await token('nobody');
    const same = typeof bad === 'string' ? good : bad.constructor === Function ? () => good : async () => good;
    expect(await (await clientOf('ann', { token: same })).submitVerse(verse)).toMatchObject({ status: 403 });
  });

  test('the base URL may end in slashes, and may be a URL object', async () => {
    const client = await clientOf('nobody', { baseUrl: new URL(`${service.url}//`) });
    expect((await client.submitVerse(verse)).status).toBe(403);
  });
});

describe('the other operations', () => {
  test('whether the player can submit, before and after a submission', async () => {
    await service.solve('gil');
    const client = await clientOf('gil');
    const { localDate } = verse;
    expect(await client.getEligibility({ localDate })).toMatchObject({
      status: 200,
      requestId: expect.any(String),
      maySubmit: true,
      solvedToday: true,
      accepting: true,
      nextFreeDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    await client.submitVerse(verse);
    expect(await client.getEligibility({ localDate })).toMatchObject({
      maySubmit: false,
      cooldownEndsAt: expect.stringMatching(/Z$/),
    });
    expect(await client.getEligibility({ localDate: 'today & tomorrow' })).toMatchObject({ status: 400 });
  });

  test('the text of a chapter, without a token', async () => {
    const sent = jest.fn<typeof fetch>(fetch);
    const askToken = jest.fn<() => string>();
    const client = await clientOf('ann', { fetch: sent, token: askToken });
    const result = await client.getChapter({ bookId: 'JHN', chapter: 11 });
    if (result.status !== 200) throw new Error(result.error);
    expect(result.translation).toBe('King James Version');
    expect([result.verses.length, result.verses[34]]).toEqual([57, 'Jesus wept.']);
    expect(await client.getChapter({ bookId: 'JHN', chapter: 22 })).toEqual({
      status: 404,
      requestId: expect.any(String),
      error: 'chapter must be an integer from 1 to 21: John has 21 chapters',
    });
    expect(sent.mock.calls.map(([, init]) => new Headers(init?.headers).has('Authorization'))).toEqual([false, false]);
    expect(askToken).not.toHaveBeenCalled();
  });

  test('a 401 to a request without a token, as of a proxy, is unexpected, and no token is asked for', async () => {
    const askToken = jest.fn<() => string>();
    const unauthorized = jest.fn<typeof fetch>(async () => Response.json({ error: 'Unauthorized' }, { status: 401 }));
    const client = await clientOf('ann', { fetch: unauthorized, token: askToken });
    await expect(client.getChapter({ bookId: 'JHN', chapter: 11 })).rejects.toThrow('(status 401)');
    expect(unauthorized).toHaveBeenCalledTimes(1);
    expect(askToken).not.toHaveBeenCalled();
  });
});

describe('a retry', () => {
  /** A fetch whose first responses are the ones given; the service responds to the rest. */
  function first(...responses: Response[]) {
    return jest.fn<typeof fetch>(async (input, init) => responses.shift() ?? (await fetch(input, init)));
  }

  test.each([
    ['a 502', new Response('', { status: 502 })],
    ['a 503', new Response('', { status: 503 })],
    ['a 504', new Response('', { status: 504 })],
    ['a 503 that says when', new Response('', { status: 503, headers: { 'Retry-After': '1' } })],
  ])('follows %s, with the same key', async (_title, response) => {
    const fetch = first(response);
    const start = performance.now();
    const result = await (await clientOf('nobody', { fetch })).submitVerse(verse);
    expect(result.status).toBe(403);
    const keys = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(performance.now() - start).toBeGreaterThan(response.headers.has('Retry-After') ? 990 : 290);
  });

  const httpDate = (seconds: number) => new Date(Date.now() + 1000 * seconds).toUTCString();
  test.each<[string, number, number, string | (() => string)]>([
    ['2.5', 300, 600, '2.5'],
    ['10', 10_000, 10_000, '10'],
    ['a date in 9 seconds', 7_000, 9_000, () => httpDate(9)],
    ['a date that has passed', 300, 600, () => httpDate(-9)],
  ])('after Retry-After: %s comes after %i ms, and before %i are over', async (_title, earliest, latest, value) => {
    const retryAfter = typeof value === 'string' ? value : value();
    const fetch = first(new Response('', { status: 503, headers: { 'Retry-After': retryAfter } }));
    const client = await clientOf('nobody', { fetch });
    stopTimers();
    const submission = client.submitVerse(verse);
    await eventually('the client waits', () => waitingTimers() > 0);
    await skip(earliest - 1);
    expect(fetch).toHaveBeenCalledTimes(1);
    await skip(latest - earliest + 1);
    expect(fetch).toHaveBeenCalledTimes(2);
    await submission;
  });

  test.each(['60', 'Fri, 01 Jan 2100 00:00:00 GMT'])('does not wait until %s', async (retryAfter) => {
    const fetch = first(new Response('', { status: 503, headers: { 'Retry-After': retryAfter } }));
    const submission = (await clientOf('nobody', { fetch })).submitVerse(verse);
    await expect(submission).rejects.toMatchObject({ status: 503 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a 400', 400, 'Invalid JSON body'],
    ['a 401, for a token that stays the same', 401, 'Unauthorized'],
    ['a 403', 403, "Solve today's puzzle first"],
    ['a 413', 413, 'Request body too large'],
    ['a 500, before which the service has tried five times', 500, 'Failed to schedule submission'],
  ])('does not follow %s', async (_title, status, error) => {
    const fetch = first(new Response(JSON.stringify({ error }), { status }));
    expect(await (await clientOf('nobody', { fetch })).submitVerse(verse)).toMatchObject({ status, error });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('after a 401 has a fresh token, once', async () => {
    const tokens = ['expired', await token('nobody'), 'unused'];
    const renewing = await clientOf('nobody', { token: () => tokens.shift() ?? '' });
    expect((await renewing.submitVerse(verse)).status).toBe(403);
    expect(tokens).toEqual(['unused']);
    const ask = jest.fn(() => 'expired');
    expect((await (await clientOf('nobody', { token: ask })).listSubmissions()).status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('options', () => {
  test('a call that takes too long is aborted', async () => {
    const never = () => new Promise<never>(() => {});
    const client = await clientOf('ann', { fetch: never, timeout: 20 });
    await expect(client.listSubmissions()).rejects.toMatchObject({ name: 'TimeoutError' });
    const signal = new AbortController().signal;
    const call = client.submitVerse(verse, { timeout: 30, signal });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('headers are sent with every request, and the request is found by its id', async () => {
    const client = await clientOf('nobody', { headers: { 'X-Request-Id': 'of-the-client' } });
    expect(await client.listSubmissions()).toMatchObject({ requestId: 'of-the-client' });
    expect(await client.listSubmissions({ headers: { 'X-Request-Id': 'of-the-call' } })).toMatchObject({
      requestId: 'of-the-call',
    });
  });
});

test("the player's local date is not that of UTC, and has a year of four digits", () => {
  stopClock('2026-01-02T04:00:00Z');
  expect(sdk.localDate()).toBe('2026-01-01');
  expect(sdk.localDate(new Date('2026-01-02T05:00:00Z'))).toBe('2026-01-02');
  expect(sdk.localDate(new Date('0999-01-02T11:00:00'))).toBe('0999-01-02');
});

describe('after a lost response', () => {
  test("the request is retried once, then fails with a NetworkError; the caller's key serves later", async () => {
    await service.solve('cat');
    const fetch = losing(2);
    const lost = (await clientOf('cat', { fetch })).submitVerse(verse, { idempotencyKey: 'mine' });
    await expect(lost).rejects.toMatchObject({ name: 'NetworkError', cause: expect.any(TypeError) });
    await expect(lost).rejects.toBeInstanceOf(sdk.NetworkError);
    await expect(lost).rejects.toThrow(/^No response from http.* Is baseUrl right\?$/);
    expect(fetch).toHaveBeenCalledTimes(2);
    const again = await (await clientOf('cat')).submitVerse(verse, { idempotencyKey: 'mine' });
    expect(again.status).toBe(201);
  });

  test('the retry has the same key, and gets the 201 of the one submission, even in insecure pages', async () => {
    await service.solve('eve');
    const { randomUUID, getRandomValues } = crypto;
    Object.assign(crypto, { randomUUID: undefined, getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
    const fetch = losing(1);
    const result = await (await clientOf('eve', { fetch })).submitVerse(verse);
    Object.assign(crypto, { randomUUID, getRandomValues });
    expect(result.status).toBe(201);
    const keys = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    expect(keys).toEqual(['07'.repeat(16), keys[0]]);
    expect((await service.submissions()).filter(({ user_id }) => user_id === 'eve')).toHaveLength(1);
  });
});

describe('a signal that is aborted', () => {
  test('before the submission ends it with its reason', async () => {
    const signal = AbortSignal.abort(new RangeError('the page was left'));
    await expect((await clientOf('ann')).submitVerse(verse, { signal })).rejects.toMatchObject({ name: 'RangeError' });
  });

  test('during the submission ends it without a retry', async () => {
    const controller = new AbortController();
    const fetch = jest.fn<typeof globalThis.fetch>(async (_input, init) => {
      controller.abort();
      init?.signal?.throwIfAborted();
      throw new Error('unreachable');
    });
    const submission = (await clientOf('ann', { fetch })).submitVerse(verse, { signal: controller.signal });
    await expect(submission).rejects.toMatchObject({ name: 'AbortError' });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  test('that outlives the submission has no listener left', async () => {
    const { signal } = new AbortController();
    const fetch = async () => new Response('{"error":"Unauthorized"}', { status: 401 });
    await (await clientOf('ann', { fetch })).submitVerse(verse, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('during the wait for a retry ends it: no token is asked for, and nothing is sent', async () => {
    const controller = new AbortController();
    const fetch = jest.fn<typeof globalThis.fetch>(async () => new Response('', { status: 503 }));
    const ask = jest.fn(() => 'token');
    const client = await clientOf('ann', { fetch, token: ask });
    stopTimers();
    const submission = client.submitVerse(verse, { signal: controller.signal });
    await eventually('the client waits', () => waitingTimers() > 0);
    controller.abort();
    await expect(submission).rejects.toMatchObject({ name: 'AbortError' });
    await skip(1_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('an aborted signal ends a submission even if it is ignored by', () => {
  const never = () => new Promise<never>(() => {});

  test.each<[string, Partial<ClientOptions>]>([
    ['a token function', { token: never }],
    ['a custom fetch, beside a timeout', { fetch: never, timeout: 20_000 }],
    ['a custom fetch, in the body', { fetch: async () => new Response(new ReadableStream()) }],
  ])('%s', async (_title, options) => {
    const controller = new AbortController();
    const submission = (await clientOf('ann', options)).submitVerse(verse, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(submission).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a token function: its token is not used, and no later submission calls it', async () => {
    const controller = new AbortController();
    const later = Promise.withResolvers<string>();
    const fetch = jest.fn<typeof globalThis.fetch>();
    const ask = jest.fn(() => later.promise);
    const client = await clientOf('ann', { fetch, token: ask });
    const submission = client.submitVerse(verse, { signal: controller.signal });
    controller.abort();
    await expect(submission).rejects.toMatchObject({ name: 'AbortError' });
    later.resolve('token');
    await new Promise((resolve) => setTimeout(resolve));
    await expect(client.submitVerse(verse, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(fetch).not.toHaveBeenCalled();
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
