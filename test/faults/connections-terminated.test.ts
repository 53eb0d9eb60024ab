import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

test('every connection of the service is terminated, ten times in a row', async () => {
  await using scene = await Scene.start();
  // So many that some request is in progress at each time.
  await using load = await scene.load({ concurrency: 32 });

  const terminated: number[] = [];
  const recoveries: number[] = [];
  for (let time = 0; time < 10; time++) {
    await setTimeout(500);
    terminated.push(await scene.postgres.terminateServiceConnections());
    recoveries.push(await load.served());
  }

  const figures = await load.stop();
  const remarks = [`${terminated.join(', ')} connections terminated`, `served ${recoveries.join(', ')} ms later`];
  report('connections-terminated', figures, remarks);
  expectPromisesKept(figures);
  expect(Math.min(...terminated)).toBeGreaterThan(0);
  expect(statuses(figures)).toEqual(['201', '500']);
  expect(Math.max(...recoveries)).toBeLessThan(recoveryMs);
});
