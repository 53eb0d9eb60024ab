import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { VoidRunError } from '../../bench/load.ts';
import { sendAtRate, type TimedRequest } from '../../bench/open-loop.ts';

let respond: (path: string, response: ServerResponse) => unknown;
const arrivals: { readonly line: string; readonly at: number }[] = [];
const server = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  const { authorization = 'none', 'content-type': type = 'none' } = req.headers;
  arrivals.push({ line: `${req.method} ${req.url} ${authorization} ${type} ${body}`, at: performance.now() });
  respond(req.url ?? '', res);
});
const target = { name: 'the target', origin: '' };

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  target.origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

beforeEach(() => {
  arrivals.length = 0;
  respond = (_, res) => res.end();
});

const reads = (count: number): TimedRequest[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/${index}`, status: 200 }));

test('sends each request once, with its token and body', async () => {
  await sendAtRate(
    target,
    [
      { path: '/a?b=c', token: 't', status: 200 },
      { path: '/d', token: 'u', body: '{}', status: 200 },
      { path: '/e', status: 200 },
    ],
    1_000,
  );
  expect(arrivals.map(({ line }) => line).sort()).toEqual([
    'GET /a?b=c Bearer t none ',
    'GET /e none none ',
    'POST /d Bearer u application/json {}',
  ]);
});

test('sends no request before it is due', async () => {
  const start = performance.now();
  const { lateness } = await sendAtRate(target, reads(50), 200);
  expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);
  for (const { line, at } of arrivals) {
    const index = Number(/\d+/.exec(line)?.[0]);
    expect(at - start).toBeGreaterThanOrEqual(index * 5);
  }
});

test('does not wait for responses: all requests arrive before the first response', async () => {
  const waiting: ServerResponse[] = [];
  respond = (_, res) => {
    waiting.push(res);
    if (waiting.length === 50) for (const one of waiting) one.end();
  };
  const { latencies } = await sendAtRate(target, reads(50), 1_000);
  expect(latencies).toHaveLength(50);
});

describe('the latency counts from the moment at which a request was due', () => {
  test('when it waits for a connection', async () => {
    const takesMs = 20;
    respond = async (_, res) => {
      await setTimeout(takesMs);
      res.end();
    };
    const { latencies, lateness } = await sendAtRate(target, reads(10), 1_000, 1);
    for (const [index, latency] of latencies.entries()) {
      const waitedFor = index + 1;
      expect(latency).toBeGreaterThanOrEqual(waitedFor * (takesMs - 1) - index); // a timer may end a millisecond early
    }
    expect(latencies.map((latency, index) => latency >= (lateness[index] ?? 0))).not.toContain(false);
  });

  test('when this client is late', async () => {
    const blockedMs = 50;
    const run = sendAtRate(target, reads(10), 1_000);
    const until = performance.now() + blockedMs;
    while (performance.now() < until);
    const { latencies, lateness } = await run;
    for (const index of [1, 5, 9]) {
      expect(lateness[index]).toBeGreaterThanOrEqual(blockedMs - index);
      expect(latencies[index]).toBeGreaterThanOrEqual(lateness[index] ?? 0);
    }
  });
});

test.each<{ title: string; fault: (res: ServerResponse) => unknown; said: string }>([
  {
    title: 'one response has another status',
    fault: (res) => res.writeHead(500).end(),
    said: 'the target had 1 wrong responses, first 500 instead of 200 for /7',
  },
  {
    title: 'a connection breaks',
    fault: (res) => res.destroy(),
    said: 'the target had 1 wrong responses, first socket hang up instead of 200 for /7',
  },
  {
    title: 'a response breaks off',
    fault: (res) => {
      res.writeHead(200, { 'content-length': 10 }).write('half', () => res.destroy());
    },
    said: 'the target had 1 wrong responses, first aborted instead of 200 for /7',
  },
])('the run is void when $title', async ({ fault, said }) => {
  respond = (path, res) => (path === '/7' ? fault(res) : res.end());
  const run = sendAtRate(target, reads(20), 1_000);
  await expect(run).rejects.toThrow(VoidRunError);
  await expect(run).rejects.toThrow(said);
});
