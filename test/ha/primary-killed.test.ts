import { setTimeout } from 'node:timers/promises';
import { test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { cluster, type Node } from './cluster.ts';
import { expectOneHistory, expectPromisesKept, Scene } from './scene.ts';

test('the primary is killed with SIGKILL, Patroni and PostgreSQL at once', async () => {
  await using scene = await Scene.start('HAPROXY_URL');
  await setTimeout(2_000);

  const killed = (await cluster('kill-primary')) as Node;
  await scene.servedAgain();
  await cluster('heal');
  await setTimeout(3_000);
  await scene.servedAgain();

  const figures = await scene.load.stop();
  report('primary-killed', figures);
  expectPromisesKept(figures);
  await expectOneHistory(killed, scene.database);
});
