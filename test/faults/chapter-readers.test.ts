import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { PipeliningClient } from './pipelining-client.ts';
import { expectPromisesKept, startScene, statuses } from './scene.ts';

const phaseMs = 6_000;
/** docs/deploying.md and the manifest of Kubernetes allow more. */
const mostMiB = 330;
/** Of all readers. Compressed for each response, half as many were more than two cores could send. */
const requestsPerSecond = 1_000;

test('400 clients without a token read the longest chapter, and 1,000 another one as fast as they can', async () => {
  await using scene = await startScene();
  const instance = scene.first;
  await using load = await scene.load({ instances: [instance.url] });

  /** @param send what the clients do every ten milliseconds */
  async function phase(count: number, send: (clients: PipeliningClient[], passedMs: number) => void) {
    using opened = new DisposableStack();
    const clients = Array.from({ length: count }, () => opened.use(new PipeliningClient(instance.url)));
    await Promise.all(clients.map((client) => client.connect()));
    load.p99Ms();
    const before = await instance.processorMs();
    for (const start = performance.now(); performance.now() - start < phaseMs; await setTimeout(10))
      send(clients, performance.now() - start);
    const usedMs = (await instance.processorMs()) - before;
    const responses = clients.reduce((sum, client) => sum + client.responses, 0);
    return { p99Ms: load.p99Ms(), responses, msPerResponse: usedMs / responses };
  }

  async function steady(coding: string) {
    const request = `GET /api/chapters/PSA/119 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${coding}\r\n\r\n`;
    let sent = 0;
    return await phase(400, (clients, passedMs) => {
      for (; sent < (passedMs / 1_000) * requestsPerSecond; sent++) clients[sent % clients.length]?.send(request, 1);
    });
  }
  const [plain, compressed] = [await steady('identity'), await steady('br')];
  const peak = await instance.peakMemory();
  const flood = await phase(1_000, (clients) => {
    for (const client of clients)
      client.send('GET /api/chapters/JHN/3 HTTP/1.1\r\nHost: localhost\r\n\r\n', client.responses + 3 - client.sent);
  });

  const figures = await load.stop();
  const phases = Object.entries({ plain, compressed, 'as fast as they can': flood });
  report('chapter-readers', figures, [
    ...phases.map(
      ([name, { p99Ms, responses, msPerResponse }]) =>
        `${name}: p99 ${p99Ms} ms, ${responses} responses, each ${msPerResponse.toFixed(2)} ms of processor time`,
    ),
    `memory at most ${peak} MiB`,
  ]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201']);
  expect(peak).toBeLessThan(mostMiB);
  expect(compressed.msPerResponse).toBeLessThan(2 * plain.msPerResponse);
});
