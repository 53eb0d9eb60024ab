import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { cluster, type Node, roles } from './cluster.ts';
import { expectOneHistory, expectPromisesKept, Scene } from './scene.ts';

/**
 * Without a proxy, the service itself finds the primary among the hosts of its DATABASE_URL. A
 * killed node rejects connections; one that is cut off does not respond at all, and only the
 * service can close the connections to it.
 */
test.each(['kill-primary', 'cut-primary'])('DATABASE_URL names every node: %s', async (fault) => {
  await using scene = await Scene.start('NODES_URL');
  await setTimeout(2_000);

  const former = (await cluster(fault)) as Node;
  await scene.servedAgain();
  const meanwhile = await roles();
  await cluster('heal');
  await setTimeout(3_000);
  await scene.servedAgain();

  const figures = await scene.load.stop();
  report(`several-hosts ${fault}`, figures);
  expectPromisesKept(figures);
  expect(meanwhile[former]).not.toBe('primary');
  await expectOneHistory(former, scene.database);
});
