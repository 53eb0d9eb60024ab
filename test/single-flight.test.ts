import { expect, test } from '@jest/globals';
import { singleFlight } from '../src/single-flight.ts';

test('calls during a run share its result or its error, and the next call runs again', async () => {
  let runs = 0;
  const fly = singleFlight(async (fails: boolean) => {
    runs += 1;
    await null;
    if (fails) throw new Error(`run ${runs}`);
    return runs;
  });

  expect(await Promise.all([fly(false), fly(true)])).toEqual([1, 1]);
  for (const call of [fly(true), fly(false)]) await expect(call).rejects.toThrow('run 2');
  expect(await fly(false)).toBe(3);
});
