import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { maxWaiting, stalledMs } from '../../src/http/client-limits.ts';
import { eventually } from '../support/eventually.ts';
import { report } from '../support/figures.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { expectPromisesKept, startScene, statuses } from './scene.ts';

/** A page of 1.5 MB. The request needs no token. */
const page = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** Every client that reads nothing is cut off by then. */
const cutOffMs = 2 * stalledMs + 5_000;
/** The clients' connections, and those to the database. */
const moreFiles = 100;
const moreMiB = 160;

test('clients that pipeline requests and read no response', async () => {
  await using scene = await startScene();
  const instance = scene.first;
  await using load = await scene.load({ instances: [instance.url], concurrency: 4 });
  await setTimeout(2_000); // warms up
  const before = { files: await instance.openFiles(), memory: await instance.residentMemory() };

  using clients = new DisposableStack();
  const client = () => clients.use(new PipeliningClient(instance.url, { reads: false }));
  const [all, atOnce, slowly] = [client(), Array.from({ length: 10 }, client), client()];
  await Promise.all([all, ...atOnce, slowly].map((each) => each.connect()));
  all.send(page, 20_000);
  for (const each of atOnce) each.send(page, maxWaiting); // as many as may wait
  const most = { ...before };
  const start = performance.now();
  while (performance.now() - start < cutOffMs) {
    slowly.send(page, 1);
    for (let look = 0; look < 10; look++) {
      most.files = Math.max(most.files, await instance.openFiles());
      most.memory = Math.max(most.memory, await instance.residentMemory());
      await setTimeout(200);
    }
  }
  const everyone = [all, ...atOnce, slowly];
  for (const each of everyone) each.read();
  // Long before an idle connection would end by itself.
  await eventually('the end of every connection', () => everyone.every(({ isClosed }) => isClosed), 4_000);

  const figures = await load.stop();
  report('unread', figures, [
    `open files ${before.files}, at most ${most.files}`,
    `memory ${before.memory} MiB, at most ${most.memory} MiB`,
    `responses taken: ${everyone.reduce((sum, { responses }) => sum + responses, 0)}`,
  ]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201']);
  expect(most.files).toBeLessThan(before.files + moreFiles);
  expect(most.memory).toBeLessThan(before.memory + moreMiB);
});
