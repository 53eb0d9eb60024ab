import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import helmet from 'helmet';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { securityHeaders } from '../../src/middleware/security-headers.ts';
import { TestService, validSubmission } from '../support/service.ts';

const { method, path } = submitVerseOperation;
const Origin = 'https://puzzle.example';

/** One bookable date, which ann takes: then ann is on cooldown, and the calendar is full for others. */
const env = { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2', CORS_ORIGINS: Origin, ADMIN_PORT: '0' };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ env });
  await service.solve(['ann', 'bob']);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

test("the security headers equal Helmet's with the strictest options", async () => {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: { includeSubDomains: false },
  });
  const server = createServer((req, res) => setHeaders(req, res, () => res.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const transport = ['connection', 'content-length', 'date', 'keep-alive'];
    expect(new Map([...headers].filter(([name]) => !transport.includes(name)))).toEqual(
      new Map([...new Headers(securityHeaders)]),
    );
  } finally {
    server.close();
  }
});

const get = async (path: string, init?: RequestInit) => await fetch(service.url + path, init);
const getIfChanged = async (path: string) => {
  const etag = (await get(path)).headers.get('ETag') ?? '';
  // Without this Cache-Control, fetch would send `no-cache`, which excludes a 304.
  return await get(path, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } });
};
const preflight = () => get(path, { method: 'OPTIONS', headers: { Origin, 'Access-Control-Request-Method': method } });

describe('every response has the security headers', () => {
  test.each<[string, number, () => Promise<Pick<Response, 'status' | 'headers'>>]>([
    ['a submission', 201, () => service.submit('ann')],
    ['no JSON', 400, () => service.submit('ann', '{')],
    ['no token', 401, () => service.submit({}, validSubmission)],
    ['an unsolved puzzle', 403, () => service.submit('eve')],
    ['an unknown path', 404, () => service.request('/other')],
    ['another method', 405, () => service.request(path)],
    ['a large body', 413, () => service.submit('ann', ' '.repeat(submitVerseOperation.maxBodyBytes + 1))],
    ['a cooldown', 429, () => service.submit('ann')],
    ['a full calendar', 500, () => service.submit('bob')],
    ['a preflight', 204, preflight],
    ['the contract', 200, () => get('/openapi.json')],
    ['the contract, unchanged', 304, () => getIfChanged('/openapi.json')],
    ['the page', 200, () => get('/docs')],
    ["the page's script", 200, () => get('/docs/docs.js')],
    ['a probe', 200, () => service.probe('/readyz')],
    ['metrics', 200, () => service.probe('/metrics')],
    ['an unknown path at ADMIN_PORT', 404, () => fetch(`${service.adminUrl}/other`)],
  ])('%s: %i', async (_title, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    const csp = response.headers.get('Content-Security-Policy') ?? '';
    // The page's files have a policy of their own, which test/pages/docs.test.ts checks.
    const own = csp.includes("script-src 'self'") ? { 'Content-Security-Policy': csp } : {};
    const want = Object.fromEntries(new Headers({ ...securityHeaders, ...own }));
    expect(Object.fromEntries(response.headers)).toMatchObject(want);
  });
});
