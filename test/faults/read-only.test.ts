import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

test('the database is read-only for three seconds, as during a move', async () => {
  await using scene = await Scene.start();
  await using load = await scene.load();
  await setTimeout(1_000);

  await scene.postgres.change('default_transaction_read_only', 'on');
  await setTimeout(3_000);
  await scene.postgres.change('default_transaction_read_only', 'off');
  const recovery = await load.served();
  await setTimeout(1_000);

  const figures = await load.stop();
  report('read-only', figures, [`served ${recovery} ms after it was writable`]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', '500']);
  expect(scene.log).toMatch(/"level":50,.*in a read-only transaction","code":"25006"/);
  expect(recovery).toBeLessThan(recoveryMs);
});
