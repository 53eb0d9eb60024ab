import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { report } from '../support/figures.ts';
import { token, validSubmission } from '../support/service.ts';
import { openFilesLimit } from './open-files.ts';
import { expectPromisesKept, Scene, statuses } from './scene.ts';
import { SlowClient, type Slowness } from './slow-client.ts';

const { method, path } = submitVerseOperation;

/** Every slow client is cut off by then. The service's own limits are shorter. */
const cutOffMs = 30_000;
/** The longest outage for the other clients. */
const longestOutageMs = 2_000;
const slowOfEach = 50;
/** Limited by the files that may be open, of which the rest of the test needs some. */
const idleConnections = Math.min(5_000, (await openFilesLimit()) - 1_000);

async function slownesses(): Promise<Slowness[]> {
  const body = JSON.stringify(validSubmission);
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await token('slow')}\r\n`;
  const length = `Content-Length: ${body.length}\r\n\r\n`;
  return [
    { name: 'headers that stop', first: head },
    { name: 'headers at a byte a second', first: `${head}X-Slow: `, drip: 'a' },
    { name: 'half a body', first: head + length + body.slice(0, body.length / 2) },
    { name: 'a body at a byte a second', first: head + length, drip: body },
  ];
}

test('clients that start to send a request and do not go on', async () => {
  await using scene = await Scene.start();
  const [instance] = scene.instances;
  const url = instance?.url ?? '';
  await using load = await scene.load({ instances: [url], concurrency: 4 });
  using opened = new DisposableStack();

  const groups: { name: string; clients: SlowClient[] }[] = [];
  const open = async (slowness: Slowness, count: number) => {
    const clients: SlowClient[] = [];
    groups.push({ name: slowness.name, clients });
    for (let left = count; left > 0; left -= 100) {
      const connecting = Array.from({ length: Math.min(left, 100) }, () => SlowClient.connect(url, slowness));
      for (const client of await Promise.all(connecting)) clients.push(opened.use(client));
    }
  };
  for (const slowness of await slownesses()) await open(slowness, slowOfEach);
  await open({ name: 'connections without a request', first: '' }, idleConnections);

  const deadline = performance.now() + cutOffMs;
  const remaining = () =>
    groups.flatMap(({ clients }) => clients).filter((client) => client.cutOffAfterMs === undefined);
  while (remaining().length > 0 && performance.now() < deadline) await setTimeout(250);
  const memory = await instance?.residentMemory();
  const summaries = groups.map(({ name, clients }) => ({ name, ...summary(clients) }));

  const figures = await load.stop();
  const remarks = summaries.map(
    ({ name, count, cutOff, lastMs, responses }) =>
      `${name}: ${cutOff} of ${count} cut off${cutOff > 0 ? ` within ${lastMs} ms` : ''}, responses: ${responses.join(' and ')}`,
  );
  report('slow-clients', figures, [...remarks, `memory ${memory} MiB`]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201']);
  expect(figures.longestOutageMs).toBeLessThan(longestOutageMs);
  expect(summaries.map(({ name, count, cutOff }) => `${name}: ${count - cutOff} left`)).toEqual(
    summaries.map(({ name }) => `${name}: 0 left`),
  );
});

/** The result for clients that were slow in the same way. */
function summary(clients: readonly SlowClient[]) {
  const durations = clients.map(({ cutOffAfterMs }) => cutOffAfterMs).filter((ms) => ms !== undefined);
  return {
    count: clients.length,
    cutOff: durations.length,
    lastMs: Math.round(Math.max(...durations)),
    responses: [...new Set(clients.map(({ received }) => received.split(' ', 2)[1] ?? 'nothing'))].sort(),
  };
}
