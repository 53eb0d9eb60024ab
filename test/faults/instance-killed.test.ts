import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { report } from '../support/figures.ts';
import { Instance } from '../support/instance.ts';
import { expectPromisesKept, Scene, statuses } from './scene.ts';

/**
 * The other instance goes on: the database releases the killed one's locks as soon as its
 * connections are gone.
 */
const longestOutageMs = 2_000;

test('one instance is killed with SIGKILL and replaced, five times', async () => {
  await using scene = await Scene.start();
  await using replacements = new AsyncDisposableStack();
  const urls = scene.instances.map(({ url }) => url);
  await using load = await scene.load({ instances: urls });

  let victim = scene.instances[0];
  for (let time = 0; time < 5; time++) {
    await setTimeout(1_000);
    await victim?.kill();
    await setTimeout(1_000);
    victim = replacements.use(await Instance.start(scene.postgres.serviceUrl));
    urls[0] = victim.url;
  }
  await load.served();

  const figures = await load.stop();
  report('instance-killed', figures);
  expectPromisesKept(figures);
  expect(statuses(figures)).toEqual(['201', 'none']);
  expect(figures.longestOutageMs).toBeLessThan(longestOutageMs);
});
