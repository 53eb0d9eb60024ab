import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { middlewarePatterns, submitVerseOperation } from '../../src/generated/operations.ts';
import { createLogger } from '../../src/log.ts';
import { requestRaw } from '../support/raw-http.ts';
import { TestService, validSubmission } from '../support/service.ts';

const { method, path } = submitVerseOperation;
const Origin = 'https://puzzle.example';
const id = 'proxy-1_a.B';
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** One bookable date, which ann takes: then ann is on cooldown, and the calendar is full for others. */
const env = { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2', CORS_ORIGINS: Origin };

let lines: { requestId?: string }[] = [];
let service: TestService;
beforeAll(async () => {
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  service = await TestService.start({ env, logger });
  await service.solve(['ann', 'bob']);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  lines = [];
});

type Headers = Record<string, string>;
const get = async (path: string, headers: Headers, method = 'GET') => {
  return await fetch(service.url + path, { method, headers });
};
const getIfChanged = async (path: string, headers: Headers) => {
  const etag = (await get(path, {})).headers.get('ETag') ?? '';
  lines = [];
  // Without this Cache-Control, fetch would send `no-cache`, which excludes a 304.
  return await get(path, { ...headers, 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
};
const preflight = (headers: Headers) =>
  get(path, { Origin, 'Access-Control-Request-Method': method, ...headers }, 'OPTIONS');

type Send = (headers: Headers) => Promise<Pick<Response, 'status' | 'headers'>>;
const large = ' '.repeat(submitVerseOperation.maxBodyBytes + 1);

describe('every response and its log line have the id of the request', () => {
  test.each<[string, number, Send]>([
    ['a submission', 201, (headers) => service.submit('ann', validSubmission, headers)],
    ['no JSON', 400, (headers) => service.submit('ann', '{', headers)],
    ['no token', 401, (headers) => service.submit(headers)],
    ['an unsolved puzzle', 403, (headers) => service.submit('eve', validSubmission, headers)],
    ['an unknown path', 404, (headers) => service.request('/other', { headers })],
    ['another method', 405, (headers) => service.request(path, { headers })],
    ['a large body', 413, (headers) => service.submit('ann', large, headers)],
    ['a cooldown', 429, (headers) => service.submit('ann', validSubmission, headers)],
    ['a full calendar', 500, (headers) => service.submit('bob', validSubmission, headers)],
    ['a preflight', 204, preflight],
    ['the contract', 200, (headers) => get('/openapi.json', headers)],
    ['the contract, unchanged', 304, (headers) => getIfChanged('/openapi.json', headers)],
    ['the page', 200, (headers) => get('/docs', headers)],
    ['the page, with another method', 405, (headers) => get('/docs', headers, 'DELETE')],
  ])('%s: %i', async (_title, status, send) => {
    const response = await send({ 'X-Request-Id': id });
    expect(response.status).toBe(status);
    expect(response.headers.get('X-Request-Id')).toBe(id);
    expect(lines.map(({ requestId }) => requestId)).toEqual([id]);
  });
});

describe('an X-Request-Id', () => {
  async function responseId(sent: Headers): Promise<string | null> {
    return (await service.submit({}, validSubmission, sent)).headers.get('X-Request-Id');
  }

  test.each(['a', '7', 'x'.repeat(64), '-._', 'AZaz09'])("of the contract's form is taken: %s", async (sent) => {
    expect(sent).toMatch(middlewarePatterns['X-Request-Id']);
    expect(await responseId({ 'X-Request-Id': sent })).toBe(sent);
  });

  test.each(['', ' ', 'x'.repeat(65), 'a b', 'a,b', 'a/b', 'a"b', '{}', 'é', 'a\tb'])(
    'of another form is ignored, and the service creates a UUID: %j',
    async (sent) => {
      expect(await responseId({ 'X-Request-Id': sent })).toMatch(uuid);
    },
  );

  test('that is sent twice is ignored', async () => {
    const { headers } = await requestRaw(service, method, path, { 'X-Request-Id': 'a', 'x-request-id': 'b' });
    expect(headers.get('X-Request-Id')).toMatch(uuid);
  });

  test('is a new UUID for each request if it is absent', async () => {
    const ids = await Promise.all([responseId({}), responseId({}), responseId({})]);
    for (const created of ids) expect(created).toMatch(uuid);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
