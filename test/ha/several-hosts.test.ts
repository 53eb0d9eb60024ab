import { setTimeout } from 'node:timers/promises';
import { test } from '@jest/globals';
import { report } from '../faults/figures.ts';
import { cluster, type Node } from './cluster.ts';
import { expectOneHistory, expectPromisesKept, Scene } from './scene.ts';

/** Without anything in between: the service itself finds the primary among the hosts of its DATABASE_URL. */
test('DATABASE_URL names every node, and the primary is killed', async () => {
  await using scene = await Scene.start('NODES_URL');
  await setTimeout(2_000);

  const killed = (await cluster('kill-primary')) as Node;
  await scene.servedAgain();
  await cluster('heal');
  await setTimeout(3_000);
  await scene.servedAgain();

  const figures = await scene.load.stop();
  report('several-hosts', figures);
  expectPromisesKept(figures);
  await expectOneHistory(killed, scene.database);
});
