import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from './figures.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

const stoppedMs = 12_000;
/** An answer is due within 5 s; the rest is for a machine that is busy with something else. */
const slowestResponseMs = 6_000;
/** What the memory of an instance may have grown by afterwards: the garbage collector takes its time. */
const growthMiB = 64;

test(`PostgreSQL stops answering for ${stoppedMs / 1000} s, with its connections open`, async () => {
  await using scene = await Scene.start();
  // Many more clients than connections, so that requests queue up.
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
  // No more than the pools of two instances hold.
  expect(after.connections).toBeLessThanOrEqual(20);
});
