import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { listSubmissionsOperation } from '../../src/generated/operations.ts';
import { report } from '../support/figures.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { token } from '../support/service.ts';
import { expectPromisesKept, recoveryMs, Scene, statuses } from './scene.ts';

const lockedMs = 20_000;
/** Of both instances together, beside the load. */
const readsPerSecond = 20;
/** As many as the pools of both instances may hold. */
const mostConnections = 20;

test(`an operator locks the submissions for ${lockedMs / 1000} s`, async () => {
  await using scene = await Scene.start();
  const { postgres } = scene;
  await using load = await scene.load();
  const headers = { Authorization: `Bearer ${await token('reader')}` };
  const lock = await OpenTransaction.lockingTable({ url: postgres.adminUrl }, 'scheduled_submission');

  const reads: Promise<number>[] = [];
  let most = 0;
  for (const end = performance.now() + lockedMs; performance.now() < end; ) {
    const { url } = scene.instances[reads.length % scene.instances.length] ?? { url: '' };
    reads.push(fetch(`${url}${listSubmissionsOperation.path}`, { headers }).then(({ status }) => status));
    await setTimeout(1_000 / readsPerSecond);
    if (reads.length % 10 === 0) most = Math.max(most, await postgres.serviceConnections());
  }
  await lock.rollback();
  const recovery = await load.served();
  await setTimeout(1_000);

  const figures = await load.stop();
  report('table-locked', figures, [`at most ${most} connections`, `served ${recovery} ms after it was unlocked`]);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', '500']);
  // Those that were waiting when it was unlocked succeed.
  expect([...new Set(await Promise.all(reads))].sort()).toEqual([200, 500]);
  expect(most).toBeLessThanOrEqual(mostConnections);
  expect(recovery).toBeLessThan(recoveryMs);
});
