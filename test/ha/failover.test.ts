import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { cluster, type Node, roles } from './cluster.ts';
import { expectOneHistory, expectPromisesKept, Scene } from './scene.ts';

/**
 * HAProxy finds the primary or, without a proxy, the service itself among the hosts of its
 * DATABASE_URL. A killed node rejects connections; one that is cut off does not respond at all, and
 * only the service can close the connections to it.
 */
test.each([
  ['HAPROXY_URL', 'kill-primary'],
  ['HAPROXY_URL', 'cut-primary'],
  ['NODES_URL', 'kill-primary'],
  ['NODES_URL', 'cut-primary'],
] as const)('%s leads to the new primary: %s', async (way, fault) => {
  await using scene = await Scene.start(way);
  await setTimeout(2_000);

  const former = (await cluster(fault)) as Node;
  await scene.servedAgain();
  const meanwhile = await roles();
  await cluster('heal');
  // A former primary that still took itself for the primary would act as one now.
  await setTimeout(10_000);
  await scene.servedAgain();

  const figures = await scene.load.stop();
  report(`${way} ${fault}`, figures);
  expectPromisesKept(figures);
  expect(meanwhile[former]).not.toBe('primary');
  await expectOneHistory(former, scene.database);
});
