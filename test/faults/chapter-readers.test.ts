import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { expectPromisesKept, Scene, statuses } from './scene.ts';

const readers = 400;
/** Of all readers. Compressed for each response, half as many were more than two cores could send. */
const requestsPerSecond = 1_000;
/** As fast as they can. */
const flood = 1_000;
const phaseMs = 6_000;
/** docs/deploying.md and the manifest of Kubernetes allow more. */
const mostMiB = 330;

test('400 clients without a token read the longest chapter, and 1,000 another one as fast as they can', async () => {
  await using scene = await Scene.start();
  const [instance] = scene.instances;
  if (instance === undefined) throw new Error('There is no instance');
  await using load = await scene.load({ instances: [instance.url] });

  const { url } = instance;
  const processorMs = () => instance.processorMs();

  async function phase(coding: string) {
    using clients = new DisposableStack();
    const all = Array.from({ length: readers }, () => clients.use(new PipeliningClient(url, { reads: true })));
    await Promise.all(all.map((client) => client.connect()));
    const request = `GET /api/chapters/PSA/119 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${coding}\r\n\r\n`;
    load.p99Ms();
    const before = await processorMs();
    const start = performance.now();
    for (let sent = 0; performance.now() - start < phaseMs; await setTimeout(10)) {
      for (; sent < ((performance.now() - start) / 1_000) * requestsPerSecond; sent++)
        all[sent % readers]?.send(request, 1);
    }
    const used = (await processorMs()) - before;
    const responses = all.reduce((sum, client) => sum + client.responses, 0);
    return { coding, p99Ms: load.p99Ms(), responses, msPerResponse: used / responses };
  }
  const [plain, compressed] = [await phase('identity'), await phase('br')];
  const peak = await instance.peakMemory();

  using clients = new DisposableStack();
  const all = Array.from({ length: flood }, () => clients.use(new PipeliningClient(url, { reads: true })));
  await Promise.all(all.map((client) => client.connect()));
  const sent = all.map(() => 0);
  load.p99Ms();
  for (const start = performance.now(); performance.now() - start < phaseMs; await setTimeout(10)) {
    for (const [index, client] of all.entries()) {
      const next = client.responses + 3 - (sent[index] as number);
      client.send('GET /api/chapters/JHN/3 HTTP/1.1\r\nHost: localhost\r\n\r\n', next);
      sent[index] = client.responses + 3;
    }
  }
  const floodMs = load.p99Ms();
  clients.dispose();

  const figures = await load.stop();
  report('chapter-readers', figures, [
    ...[plain, compressed].map(
      ({ coding, p99Ms, responses, msPerResponse }) =>
        `${coding}: p99 ${p99Ms} ms, ${responses} responses, each ${msPerResponse.toFixed(2)} ms of processor time`,
    ),
    `memory at most ${peak} MiB`,
    `as fast as they can: p99 ${floodMs} ms`,
  ]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201']);
  expect(peak).toBeLessThan(mostMiB);
  expect(compressed.msPerResponse).toBeLessThan(2 * plain.msPerResponse);
});
