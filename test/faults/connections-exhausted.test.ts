import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { OtherClients } from './other-clients.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

test('other clients take up every connection that PostgreSQL has', async () => {
  await using scene = await Scene.start({ max_connections: '30' });
  const { postgres } = scene;
  await postgres.query("create role other login password 'other'");
  await using others = new OtherClients(postgres.serviceUrl.replace('service:service', 'other:other'));
  await using load = await scene.load();
  await setTimeout(1_000);

  // The service reconnects at once, so it takes the others a few rounds to get all connections.
  let rounds = 0;
  let left: number;
  do {
    rounds++;
    await others.takeAll();
    await postgres.terminateServiceConnections();
    await others.takeAll();
    await setTimeout(100);
    left = await postgres.serviceConnections();
  } while (left > 0 && rounds < 50);
  await setTimeout(3_000);
  const taken = others.count;
  await others.leave();
  const recovery = await load.served();
  await setTimeout(1_000);

  const figures = await load.stop();
  const remarks = [`${taken} connections taken in ${rounds} rounds`, `served ${recovery} ms after they were free`];
  report('connections-exhausted', figures, remarks);
  expect(left).toBe(0);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', '500']);
  expect(scene.log).toMatch(/"level":50,.*(remaining connection slots are reserved|too many clients)/);
  expect(recovery).toBeLessThan(recoveryMs);
});
