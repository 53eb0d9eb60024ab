import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { print, report } from '../support/figures.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';
import { SmallDisk } from './small-disk.ts';

const mounted = await SmallDisk.mount(64);
const disk = mounted instanceof SmallDisk ? mounted : undefined;
if (typeof mounted === 'string') print('disk-full', `SKIPPED: ${mounted}`);
afterAll(async () => {
  await disk?.[Symbol.asyncDispose]();
});

(disk ? test : test.skip)('the disk of the tables is full', async () => {
  await using scene = await Scene.start();
  await (disk as SmallDisk).takeTables(scene.postgres);
  await using load = await scene.load();
  await setTimeout(1_000);

  await disk?.fill();
  await setTimeout(4_000);
  await disk?.empty();
  const recovery = await load.served();
  await setTimeout(1_000);

  const figures = await load.stop();
  report('disk-full', figures, [`served ${recovery} ms after there was room`]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', '500']);
  expect(scene.log).toMatch(/"level":50,.*No space left on device/);
  expect(recovery).toBeLessThan(recoveryMs);
});
