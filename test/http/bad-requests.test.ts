import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { assertDocumented, type ReceivedResponse } from '../../contract/response-check.ts';
import { createLogger } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { connectTo, parseResponse, RawConnection, requestRaw } from '../support/raw-http.ts';
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

test.each([
  { Host: 'localhost', host: 'other.example' },
  ...['no host', 'a/b', 'a@b', '[::1', 'a:b', 'a,b', 'a?'].map((Host) => ({ Host })),
])('the invalid or ambiguous Host header %j gets a 400', async (headers: Record<string, string>) => {
  using connection = new RawConnection(service);
  await connection.badRequest('GET', '/api/other', headers);
});

/** All that comes back until the connection ends, for input that no client of HTTP would send. */
async function sendRaw(input: string): Promise<string> {
  const socket = connectTo(service.url, { signal: AbortSignal.timeout(5_000) });
  socket.write(input, 'latin1');
  return await text(socket);
}

test.each([
  ['no Host header', 'POST /api/other HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['the method of a tunnel', 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  ['a length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['a length that is no number', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
  ['a target that is no path', 'POST api HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a target that is not ASCII', 'POST /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a header with a space in its name', 'POST / HTTP/1.1\r\nHost: a\r\nA secret: b\r\n\r\n', 400],
  ['an unknown protocol', 'POST / HTTPS/1.1\r\nHost: a\r\n\r\n', 400],
  ['more than 16 KiB of headers', `POST / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
  ['far more than 16 KiB of headers', `POST / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(2_000_000)}\r\n\r\n`, 431],
  ['a target of more than 16 KiB', `POST /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
])('a request with %s gets the documented response', async (_title, request, status) => {
  const response = parseResponse(await sendRaw(request));
  expect(response?.status).toBe(status);
  assertDocumented(request.split(' ', 1).join(), undefined, { ...response, status: 400 } as ReceivedResponse); // which differs in its status only
});

test.each(['something', '100-resume', ''])('the Expect %j is ignored', async (Expect) => {
  expect((await requestRaw(service, 'GET', '/api/other', { Expect })).status).toBe(404);
});

test.each(['Host: verses|tcp', 'Host: a b', 'A: without'])('a probe may have the header %j', async (header) => {
  const probe = `GET /readyz HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(probe)).toMatch(/^HTTP\/1\.1 200 /);
});

test('HTTP 1.0 needs no Host header', async () => {
  expect(await sendRaw('GET /api/other HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
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
