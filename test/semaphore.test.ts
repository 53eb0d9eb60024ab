import { expect, test } from '@jest/globals';
import { createSemaphore } from '../src/semaphore.ts';

test('some hold a permit, others wait in their order, but not for ever', async () => {
  const acquire = createSemaphore(2, 50);
  const [releaseFirst] = await Promise.all([acquire(), acquire()]);
  await expect(acquire()).rejects.toThrow('50 ms');

  const [third, fourth] = [acquire(), acquire()];
  releaseFirst();
  const releaseThird = await third;
  await expect(fourth).rejects.toThrow('50 ms');
  releaseThird();
  await acquire();
});
