import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { report } from '../support/figures.ts';
import { connectTo } from '../support/raw-http.ts';
import { token, validSubmission } from '../support/service.ts';
import { expectPromisesKept, startScene, statuses } from './scene.ts';

/** Every slow client is cut off by then. The service's own limits are shorter. */
const cutOffMs = 30_000;
/** The longest outage for the other clients. */
const longestOutageMs = 2_000;
const slowOfEach = 50;
/** Limited by the files that this process may open (`ulimit -n`), of which the rest of the test needs some. */
const [, openFiles] = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
const idleConnections = Math.min(5_000, Number(openFiles) - 1_000);

/** What a slow client sends. */
interface Slowness {
  readonly name: string;
  readonly count: number;
  /** Sent at once. */
  readonly first: string;
  /** Sent after that, repeatedly, one byte a second, until the server closes the connection. */
  readonly drip?: string;
}

async function slownesses(): Promise<Slowness[]> {
  const { method, path } = submitVerseOperation;
  const body = JSON.stringify(validSubmission);
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await token('slow')}\r\n`;
  const length = `Content-Length: ${body.length}\r\n\r\n`;
  return [
    { name: 'headers that stop', count: slowOfEach, first: head },
    { name: 'headers at a byte a second', count: slowOfEach, first: `${head}X-Slow: `, drip: 'a' },
    { name: 'half a body', count: slowOfEach, first: head + length + body.slice(0, body.length / 2) },
    { name: 'a body at a byte a second', count: slowOfEach, first: head + length, drip: body },
    { name: 'connections without a request', count: idleConnections, first: '' },
  ];
}

/** Starts to send a request and does not go on. */
async function beSlow(url: string, { first, drip }: Slowness, opened: DisposableStack) {
  const socket = opened.adopt(connectTo(url), (connected) => connected.destroy()).setEncoding('latin1');
  const client = { received: '', cutOffAfterMs: undefined as number | undefined };
  const start = performance.now();
  let dripping: NodeJS.Timeout | undefined;
  socket.on('data', (data) => {
    client.received += data;
  });
  socket.on('error', () => {}); // a reset cuts it off as well
  socket.on('close', () => {
    client.cutOffAfterMs = performance.now() - start;
    clearInterval(dripping);
  });
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  let dripped = 0;
  if (drip) dripping = setInterval(() => socket.write(drip.charAt(dripped++ % drip.length)), 1_000);
  return client;
}

test('clients that start to send a request and do not go on', async () => {
  await using scene = await startScene();
  const { url } = scene.first;
  await using load = await scene.load({ instances: [url], concurrency: 4 });
  using opened = new DisposableStack();
  const groups: { name: string; clients: Awaited<ReturnType<typeof beSlow>>[] }[] = [];
  for (const slowness of await slownesses()) {
    const clients = [];
    for (let left = slowness.count; left > 0; left -= 100) {
      const connecting = Array.from({ length: Math.min(left, 100) }, () => beSlow(url, slowness, opened));
      clients.push(...(await Promise.all(connecting)));
    }
    groups.push({ name: slowness.name, clients });
  }

  const remaining = () =>
    groups.flatMap(({ clients }) => clients.filter((client) => client.cutOffAfterMs === undefined));
  for (const end = performance.now() + cutOffMs; remaining().length > 0 && performance.now() < end; )
    await setTimeout(250);
  const memory = await scene.first.residentMemory();

  const figures = await load.stop();
  const remarks = groups.map(({ name, clients }) => {
    const lastMs = Math.round(Math.max(...clients.map(({ cutOffAfterMs }) => cutOffAfterMs ?? Infinity)));
    const responses = new Set(clients.map(({ received }) => received.split(' ', 2)[1] ?? 'nothing'));
    return `${name}: all ${clients.length} cut off within ${lastMs} ms, responses: ${[...responses].sort().join(' and ')}`;
  });
  report('slow-clients', figures, [...remarks, `memory ${memory} MiB`]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201']);
  expect(figures.storedWithout201).toBe(0);
  expect(figures.longestOutageMs).toBeLessThan(longestOutageMs);
  expect(remaining()).toEqual([]);
});
