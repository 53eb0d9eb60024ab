import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

const stoppedMs = 12_000;
/** A response is due within 5 s; the rest is for a busy machine. */
const slowestResponseMs = 6_000;
/** The most an instance's memory may have grown afterwards: garbage is not collected at once. */
const growthMiB = 64;

test(`PostgreSQL freezes for ${stoppedMs / 1000} s, with its connections open`, async () => {
  await using scene = await Scene.start();
  // Many more clients than connections, to make requests queue up.
  await using load = await scene.load({ concurrency: 64 });
  const memory = () => Promise.all(scene.instances.map((instance) => instance.residentMemory()));
  await setTimeout(3_000);
  const before = { memory: await memory(), connections: await scene.postgres.serviceConnections() };

  await scene.postgres.freeze();
  await setTimeout(stoppedMs);
  await scene.postgres.thaw();
  const recovery = await load.served();
  await setTimeout(3_000);

  const after = { memory: await memory(), connections: await scene.postgres.serviceConnections() };
  const figures = await load.stop();
  report('database-stopped', figures, [
    `served ${recovery} ms after it went on`,
    `memory ${before.memory.join(' and ')} MiB before, ${after.memory.join(' and ')} after`,
    `${before.connections} connections before, ${after.connections} after`,
  ]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', '500']);
  expect(figures.slowestResponseMs).toBeLessThan(slowestResponseMs);
  expect(recovery).toBeLessThan(recoveryMs);
  for (const [index, mebibytes] of before.memory.entries()) {
    expect(after.memory[index]).toBeLessThan(mebibytes + growthMiB);
  }
  // The pools of two instances hold no more.
  expect(after.connections).toBeLessThanOrEqual(20);
});
