import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

test('PostgreSQL is killed with SIGKILL and started again, three times', async () => {
  await using scene = await Scene.start();
  await using load = await scene.load();

  const recoveries: number[] = [];
  for (let time = 0; time < 3; time++) {
    await setTimeout(2_000);
    await scene.postgres.kill();
    await setTimeout(1_000);
    await scene.postgres.startAgain();
    recoveries.push(await load.served());
  }
  await setTimeout(1_000);

  const figures = await load.stop();
  report('postgres-killed', figures, [`served ${recoveries.join(', ')} ms after PostgreSQL accepted connections`]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', '500']);
  expect(Math.max(...recoveries)).toBeLessThan(recoveryMs);
});
