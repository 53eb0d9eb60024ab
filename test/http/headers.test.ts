import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import helmet from 'helmet';
import { middlewarePatterns, submitVerseOperation } from '../../src/generated/operations.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { createLogger } from '../../src/log.ts';
import { requestRaw } from '../support/raw-http.ts';
import { TestService, validSubmission } from '../support/service.ts';

const { method, path, maxBodyBytes } = submitVerseOperation;
const allowed = ['https://puzzle.example', 'http://localhost:5173'];
const id = 'proxy-1_a.B';
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const env = { CORS_ORIGINS: allowed.join(', '), ADMIN_PORT: '0' };

let lines: { requestId?: string }[] = [];
let service: TestService;
beforeAll(async () => {
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  service = await TestService.start({ env, logger });
  await service.solve('ann');
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  lines = [];
});

type Sent = Record<string, string>;
const get = (path: string, headers: Sent = {}, method = 'GET') => fetch(service.url + path, { method, headers });
const preflight = (headers: Sent) =>
  get(
    path,
    {
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type',
      ...headers,
    },
    'OPTIONS',
  );

function expectSecure({ headers }: Pick<Response, 'headers'>): void {
  const csp = headers.get('Content-Security-Policy') ?? '';
  // The page's files have a policy of their own, which test/pages/docs.test.ts checks.
  const own = csp.includes("script-src 'self'") ? { 'Content-Security-Policy': csp } : {};
  expect(Object.fromEntries(headers)).toMatchObject(Object.fromEntries(new Headers({ ...securityHeaders, ...own })));
}

describe("every response has the request's id, as its log line does, and headers for browsers", () => {
  test.each<[string, number, (headers: Sent) => Promise<Pick<Response, 'status' | 'headers'>>]>([
    ['a submission', 201, (headers) => service.submit('ann', validSubmission, headers)],
    ['no token', 401, (headers) => service.submit(headers)],
    ['an unknown path', 404, (headers) => service.request('/other', { headers })],
    ['another method', 405, (headers) => service.request(path, { headers })],
    ['a large body', 413, (headers) => service.submit('ann', ' '.repeat(maxBodyBytes + 1), headers)],
    ['a preflight', 204, preflight],
    ['the contract', 200, (headers) => get('/openapi.json', headers)],
    // Without this Cache-Control, fetch would send `no-cache`, which excludes a 304.
    [
      'it, unchanged',
      304,
      (headers) => get('/openapi.json', { ...headers, 'If-None-Match': '*', 'Cache-Control': 'max-age=0' }),
    ],
    ['the page', 200, (headers) => get('/docs', headers)],
  ])('%s: %i', async (_title, status, send) => {
    const [Origin = ''] = allowed;
    const response = await send({ 'X-Request-Id': id, Origin });
    expect(response.status).toBe(status);
    expect(response.headers.get('X-Request-Id')).toBe(id);
    expect(lines.map(({ requestId }) => requestId)).toEqual([id]);
    expectSecure(response);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(response.headers.get('Vary')).toContain('Origin');
    if (status === 204) return; // what a page may read does not concern a preflight
    expect(response.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    );
  });

  test('at ADMIN_PORT, too', async () => {
    expectSecure(await service.probe('/readyz'));
    expectSecure(await service.probe('/metrics'));
    expectSecure(await fetch(`${service.adminUrl}/other`));
  });
});

test("the security headers equal Helmet's with the strictest options", async () => {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: { includeSubDomains: false },
  });
  const server = createServer((req, res) => setHeaders(req, res, () => res.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  const transport = ['connection', 'content-length', 'date', 'keep-alive'];
  expect([...headers].filter(([name]) => !transport.includes(name))).toEqual([...new Headers(securityHeaders)]);
});

test.each<[string, number, Sent]>([
  ['/api/chapters/JHN/3', 200, {}],
  ['/api/chapters/JHN/3', 304, { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' }],
  ["the page's script", 200, {}],
])('a response that caches give to others repeats no id that a client chose: %s, %i', async (what, status, headers) => {
  const [script = ''] = /\/submit\/page-\w+\.js/.exec(await (await get('/submit')).text()) ?? [];
  const response = await get(what.startsWith('/') ? what : script, { ...headers, 'X-Request-Id': id });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([status, expect.stringMatching(/^public/)]);
  const given = response.headers.get('X-Request-Id');
  expect(given).toMatch(uuid);
  expect(lines.at(-1)?.requestId).toBe(given);
});

describe('an X-Request-Id', () => {
  const responseId = async (sent: Sent) => (await get('/other', sent)).headers.get('X-Request-Id');

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

  test('that is sent twice is ignored, and an absent one is a new UUID for each request', async () => {
    const { headers } = await requestRaw(service, method, path, { 'X-Request-Id': 'a', 'x-request-id': 'b' });
    const ids = [headers.get('X-Request-Id'), await responseId({}), await responseId({})];
    for (const created of ids) expect(created).toMatch(uuid);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('CORS', () => {
  const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

  test.each(allowed)('pages of %s may send a submission', async (Origin) => {
    const { ok, headers } = await preflight({ Origin });
    expect(ok).toBe(true);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(Origin);
    expect(headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(method);
    expect(headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual(['authorization', 'content-type']);
    expect(headers.get('Access-Control-Max-Age')).toBe('600');
  });

  test.each(['https://puzzle.example.evil.example', 'https://puzzle.example:8443', 'http://puzzle.example', 'null'])(
    'pages of %s may neither send nor read',
    async (Origin) => {
      expect(corsHeaders((await preflight({ Origin })).headers)).toEqual([]);
      const { headers } = await service.submit('ann', validSubmission, { Origin });
      expect(corsHeaders(headers)).toEqual([]);
      expect(headers.get('Vary')).toContain('Origin');
    },
  );

  test('no page may read anything without CORS_ORIGINS', async () => {
    await using closed = await TestService.start();
    const { headers } = await closed.submit('ann', validSubmission, { Origin: allowed[0] ?? '' });
    expect(corsHeaders(headers)).toEqual([]);
  });
});
