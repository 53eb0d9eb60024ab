import { expect, test } from '@jest/globals';
import { singleFlight } from '../src/single-flight.ts';

test('calls during a run share its result or its error, and the next call runs again', async () => {
  let runs = 0;
  const fly = singleFlight(async () => {
    runs += 1;
    await null;
    if (runs === 2) throw new Error('run 2');
    return runs;
  });

  expect(await Promise.all([fly(), fly()])).toEqual([1, 1]);
  for (const call of [fly(), fly()]) await expect(call).rejects.toThrow('run 2');
  expect(await fly()).toBe(3);
});
