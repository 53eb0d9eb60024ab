import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { listSubmissionsOperation } from '../../src/generated/operations.ts';
import { maxWaiting, stalledMs } from '../../src/http/client-limits.ts';
import { eventually } from '../support/eventually.ts';
import { report } from '../support/figures.ts';
import { token } from '../support/service.ts';
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
  await eventually('the end of every connection', () => everyone.every(({ closed }) => closed > 0), 4_000);

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

/** How long the load runs alone, and with each client. */
const phaseMs = 5_000;
/**
 * Within twice of what it is alone on a machine with nothing else to do; a busy one may add this
 * much.
 */
const slackMs = 500;

test('a player who pipelines reads', async () => {
  await using scene = await startScene();
  const instance = scene.first;
  const { method, path } = listSubmissionsOperation;
  const request = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await token('reader')}\r\n\r\n`;
  await using load = await scene.load({ instances: [instance.url] });
  await setTimeout(phaseMs / 2); // warms up

  async function alone(): Promise<number> {
    load.p99Ms();
    await setTimeout(phaseMs);
    return load.p99Ms();
  }

  /** Sends for a while, every 10 ms, on a connection that is opened again when it is closed. */
  async function phase(name: string, count: (client: PipeliningClient) => number) {
    using client = new PipeliningClient(instance.url);
    for (const start = performance.now(); performance.now() - start < phaseMs; await setTimeout(10)) {
      await client.connect();
      client.send(request, count(client));
    }
    return { name, p99Ms: load.p99Ms(), responses: client.responses, closed: client.closed };
  }
  const before = await alone();
  const phases = [
    await phase('2,000 a second', () => 20),
    await phase('as many as may wait', ({ responses, sent }) => maxWaiting - (sent - responses)),
  ];
  const after = await alone();

  const figures = await load.stop();
  report('pipelined-reads', figures, [
    `p99 ${before} ms alone before, ${after} ms after`,
    ...phases.map((each) => `${each.name}: p99 ${each.p99Ms} ms, ${each.responses} responses, ${each.closed} closed`),
  ]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201']);
  for (const { p99Ms } of phases) expect(p99Ms).toBeLessThan(2 * Math.max(before, after) + slackMs);
});
