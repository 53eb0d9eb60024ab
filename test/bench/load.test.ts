import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { byAutocannon } from '../../bench/autocannon.ts';
import { load, VoidRunError } from '../../bench/load.ts';
import type { LoadRequest } from '../../bench/load-client.ts';
import { byWrk, wrkVersion } from '../../bench/wrk.ts';

const received: string[] = [];
/** Undefined breaks the connection. */
let statusOf: (token: string) => number | undefined = () => 201;
const responseMs = 5;
let server: Server;
let target: Parameters<typeof load>[0];

beforeAll(async () => {
  server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const token = req.headers.authorization ?? 'none';
    received.push(`${req.method} ${req.url} ${token} ${body}`);
    await setTimeout(responseMs);
    const status = statusOf(token);
    if (status === undefined) res.destroy();
    else res.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const cpu = () => ({ own: 5 * received.length, database: 2 * received.length });
  target = { name: 'the target', origin: `http://127.0.0.1:${port}`, cpu };
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test('wrk is installed, so the tests below cover it', async () => {
  expect(await wrkVersion()).toMatch(/^wrk /);
});

describe.each([
  { name: 'wrk', send: byWrk },
  { name: 'autocannon', send: byAutocannon },
])('$name', ({ send }) => {
  beforeAll(() => {
    statusOf = () => 201;
  });

  test('sends each request once, with its own token and body', async () => {
    received.length = 0;
    const requests = Array.from({ length: 640 }, (_, index) => ({
      path: `/path?n=${index}`,
      token: `t${index}`,
      body: `{"n":${index}}`,
    }));
    const measurement = await load(target, requests, 201, {}, send);
    const wanted = requests.map(({ path, token, body }) => `POST ${path} Bearer ${token} ${body}`);
    expect([...received].sort()).toEqual(wanted.sort());
    expect(measurement).toMatchObject({ cpu: 5, databaseCpu: 2 });
    expect(measurement.p50).toBeGreaterThanOrEqual(responseMs - 1);
    expect(measurement.p99).toBeGreaterThanOrEqual(measurement.p50);
  });

  test.each<{ title: string; request: LoadRequest; wanted: string }>([
    { title: 'without a token', request: { path: '/path', body: '{}' }, wanted: 'POST /path none {}' },
    { title: 'without a body', request: { path: '/read?a=b', token: 't' }, wanted: 'GET /read?a=b Bearer t ' },
  ])('sends requests $title', async ({ request, wanted }) => {
    received.length = 0;
    await load(target, Array<LoadRequest>(64).fill(request), 201, {}, send);
    expect(received).toEqual(Array(64).fill(wanted));
  });

  test('cycles through the requests for the given time', async () => {
    received.length = 0;
    const requests = Array.from({ length: 64 }, (_, index) => ({ path: '/', token: `t${index}`, body: '{}' }));
    const { requestsPerSecond } = await load(target, requests, 201, { seconds: 1 }, send);
    expect(new Set(received).size).toBe(64);
    expect(received.length).toBeGreaterThan(64);
    // A request under way at the end was received, but need not be counted.
    expect(Math.abs(requestsPerSecond / received.length - 1)).toBeLessThan(0.25);
  });

  test.each([
    { title: 'one response has another status', status: 500, said: /639 x 201, 1 x 500/ },
    { title: 'one response has another status that is not an error', status: 200, said: /1 x 200, 639 x 201/ },
  ])('makes the run void when $title', async ({ status, said }) => {
    statusOf = (token) => (token === 'Bearer t7' ? status : 201);
    const requests = Array.from({ length: 640 }, (_, index) => ({ path: '/', token: `t${index}`, body: '{}' }));
    const run = load(target, requests, 201, {}, send);
    await expect(run).rejects.toThrow(VoidRunError);
    await expect(run).rejects.toThrow(said);
  });
});

test('a broken connection makes the run of wrk void; autocannon reconnects', async () => {
  statusOf = (token) => (token === 'Bearer t7' ? undefined : 201);
  const requests = Array.from({ length: 64 }, (_, index) => ({ path: '/', token: `t${index}`, body: '{}' }));
  await expect(load(target, requests, 201, { seconds: 1 }, byWrk)).rejects.toThrow(/void.* [1-9]\d* errors/);
});
