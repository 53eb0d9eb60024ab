import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection, requestRaw } from '../support/raw-http.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let lines: string[] = [];
beforeAll(async () => {
  service = await TestService.start({ logger: createLogger('trace', { write: (line) => lines.push(line) }) });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  lines = [];
});

const targets = [
  'http://[/api/a-secret',
  'http://%/a-secret',
  'http://user:a-secret@localhost/api',
  'http://localhost:a-secret/',
  'ftp://localhost/a-secret',
  'shttp://localhost/a-secret',
  '//user@[/a-secret#',
  '/api/a-secret?localDate=2026-11-21#',
];

describe('a request gets a 400 if its target is neither a path nor a valid URL', () => {
  test.each(targets)('%s', async (target) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      using connection = new RawConnection(service);
      await connection.badRequest(method, target);
    }
    await eventually('the last log line', () => lines.length === 3);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ msg: 'request completed', status: 400, requestId: expect.any(String) });
      expect(line).not.toMatch(/secret|\[/);
    }
  });

  test("also on the operator's port", async () => {
    await using apart = await TestService.start({ env: { ADMIN_PORT: '0' } });
    using connection = new RawConnection({ url: apart.adminUrl });
    await connection.badRequest('GET', 'http://[/livez');
  });
});

test('several Host headers get a 400', async () => {
  using connection = new RawConnection(service);
  await connection.badRequest('GET', '/livez', { host: 'other.example' });
});

test.each(['no host', 'a/b', 'a@b', '[::1', 'a:b', 'a,b', 'a?'])(
  'the invalid Host header %j gets a 400',
  async (Host) => {
    using connection = new RawConnection(service);
    await connection.badRequest('GET', '/livez', { Host });
  },
);

test('HTTP 1.0 needs no Host header', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(5_000) });
  socket.write('GET /api/other HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
});

test.each(['', 'a', 'a.example:443', 'my_service:3000', '127.0.0.1', '[::1]:3000', 'xn--bcher-kva.example'])(
  'the Host header %j is valid',
  async (Host) => {
    expect((await requestRaw(service, 'GET', '/api/other', { Host })).status).toBe(404);
  },
);

test.each(['http://localhost/api/other', 'HTTP://[::1]:3000/api/other?http://[', '//[/api', '/http://[/api', '*'])(
  '%s is a valid target',
  async (target) => {
    expect((await requestRaw(service, 'GET', target)).status).toBe(404);
  },
);
