import { expect, test } from '@jest/globals';
import { limitConcurrency } from '../src/limit-concurrency.ts';

test('some calls run, others wait for their turn, but not for ever', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const limited = limitConcurrency(2, 50, async (name: string) => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    await run.promise;
    return name;
  });

  const calls = ['a', 'b', 'c', 'd'].map(limited);
  expect(runs).toHaveLength(2);
  runs[0]?.reject(new Error('a failed'));
  await expect(calls[0]).rejects.toThrow('a failed');
  expect(runs).toHaveLength(3);
  await expect(calls[3]).rejects.toThrow('waiting for 50 ms');
  for (const run of runs) run.resolve();
  expect(await Promise.all(calls.slice(1, 3))).toEqual(['b', 'c']);
  const last = limited('e');
  runs[3]?.resolve();
  expect(await last).toBe('e');
});
