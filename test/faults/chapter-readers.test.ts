import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { expectPromisesKept, Scene } from './scene.ts';

const readers = 400;
/** Of all readers. Compressed for each response, half as many were more than two cores could send. */
const requestsPerSecond = 1_000;
const phaseMs = 6_000;
/** docs/deploying.md and the manifest of Kubernetes allow more. */
const mostMiB = 330;
/** What a busy machine may add. */
const slackMs = 500;

test('400 clients without a token read the longest chapter', async () => {
  await using scene = await Scene.start();
  const [instance] = scene.instances;
  if (instance === undefined) throw new Error('There is no instance');
  await using load = await scene.load({ instances: [instance.url] });

  async function phase(coding: string) {
    using clients = new DisposableStack();
    const all = Array.from({ length: readers }, () =>
      clients.use(new PipeliningClient(instance?.url ?? '', { reads: true })),
    );
    await Promise.all(all.map((client) => client.connect()));
    const request = `GET /api/chapters/PSA/119 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${coding}\r\n\r\n`;
    load.p99Ms();
    const start = performance.now();
    for (let sent = 0; performance.now() - start < phaseMs; await setTimeout(10)) {
      for (; sent < ((performance.now() - start) / 1_000) * requestsPerSecond; sent++)
        all[sent % readers]?.send(request, 1);
    }
    return { coding, p99Ms: load.p99Ms(), responses: all.reduce((sum, client) => sum + client.responses, 0) };
  }
  const [plain, compressed] = [await phase('identity'), await phase('br')];
  const peak = await instance.peakMemory();

  const figures = await load.stop();
  report('chapter-readers', figures, [
    ...[plain, compressed].map((each) => `${each.coding}: p99 ${each.p99Ms} ms, ${each.responses} responses`),
    `memory at most ${peak} MiB`,
  ]);
  expectPromisesKept(figures);
  expect(peak).toBeLessThan(mostMiB);
  expect(compressed.responses).toBeGreaterThan(plain.responses / 2);
  expect(compressed.p99Ms).toBeLessThan(2 * plain.p99Ms + slackMs);
});
