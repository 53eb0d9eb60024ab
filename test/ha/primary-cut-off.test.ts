import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { cluster, type Node, roles } from './cluster.ts';
import { expectOneHistory, expectPromisesKept, Scene } from './scene.ts';

test('the primary is cut off from the network, and comes back', async () => {
  await using scene = await Scene.start('HAPROXY_URL');
  await setTimeout(2_000);

  const cutOff = (await cluster('cut-primary')) as Node;
  await scene.servedAgain();
  const meanwhile = await roles();
  await cluster('heal');
  // A former primary that still took itself for the primary would act as one now.
  await setTimeout(10_000);
  await scene.servedAgain();

  const figures = await scene.load.stop();
  report('primary-cut-off', figures);
  expectPromisesKept(figures);
  expect(meanwhile[cutOff]).toBe('replica');
  await expectOneHistory(cutOff, scene.database);
});
