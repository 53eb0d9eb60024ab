import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { assertDocumented } from '../../contract/response-check.ts';
import { livezOperation, metricsOperation, readyzOperation } from '../../src/generated/operations.admin.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { createLogger } from '../../src/log.ts';
import { TestService } from '../support/service.ts';

const paths = [livezOperation.path, readyzOperation.path, metricsOperation.path];

describe.each([
  ['at the public port', {}],
  ['at a port of their own', { ADMIN_PORT: '0' }],
])('%s', (_title, env) => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ env });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('/livez returns 200 and the version', async () => {
    const { status, text } = await service.probe('/livez');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ status: 'alive', version: readContract().info.version });
  });

  describe.each(paths)('%s', (path) => {
    test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('gets a 405 for %s', async (method) => {
      const response = await fetch(service.adminUrl + path, { method });
      const { status, headers } = response;
      expect(status).toBe(405);
      expect(headers.get('Allow')).toBe('GET, HEAD');
      // It is the 405 of the contract's own path.
      assertDocumented('GET', submitVerseOperation.path, { status, headers, text: await response.text() });
    });
  });

  test.each(['/other', '/livez/', '/LIVEZ', '/livez/x', '/metricsx'])(
    '%s gets the 404 of every unknown path',
    async (path) => {
      const response = await fetch(service.adminUrl + path);
      const { status, headers } = response;
      expect(status).toBe(404);
      assertDocumented('GET', path, { status, headers, text: await response.text() });
    },
  );
});

test('at a port of their own, they are apart from the public one; if it is in use, the start names it', async () => {
  await using service = await TestService.start({ env: { ADMIN_PORT: '0' } });
  expect(new URL(service.adminUrl).hostname).toBe(new URL(service.url).hostname);
  for (const path of paths) expect((await service.request(path)).status).toBe(404);
  for (const ours of [submitVerseOperation.path, '/docs', '/openapi.yaml']) {
    expect((await fetch(service.adminUrl + ours)).status).toBe(404);
  }
  const { port } = new URL(service.adminUrl);
  const start = TestService.start({ database: service.database, env: { ADMIN_PORT: port } });
  await expect(start).rejects.toThrow(`HOST 127.0.0.1, ADMIN_PORT ${port}: `);
});

test('a probe is logged at level debug, and no other request as a probe', async () => {
  const lines: Record<string, unknown>[] = [];
  await using service = await TestService.start({
    logger: createLogger('debug', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  for (const path of paths) await service.probe(path);
  await service.request('/other');
  const requestId = expect.any(String);
  expect(lines.filter(({ msg }) => String(msg).endsWith(' completed'))).toMatchObject([
    ...paths.map((route) => ({ level: 20, msg: 'probe completed', method: 'GET', route, status: 200, requestId })),
    { level: 30, msg: 'request completed', status: 404 },
  ]);
});
