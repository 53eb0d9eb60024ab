import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { inBatches } from '../../src/database/batches.ts';
import { RetryLater, type Run, TimeLimitError } from '../../src/database/isolate.ts';
import { realTime, skip, stopTimers, waitingTimers } from '../support/timers.ts';

/** Batches that the test ends. */
function recorded(maxSize: number, limitMs?: number) {
  const batches: { requests: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const ask = inBatches<number, string>(
    (requests) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      batches.push({ requests, end: () => resolve(requests.map((request) => `result ${request}`)), fail: reject });
      return promise;
    },
    maxSize,
    limitMs,
  );
  return { batches, ask, sizes: () => batches.map(({ requests }) => requests) };
}

afterEach(realTime);

describe('requests', () => {
  test('run at once if no batch is running; otherwise they share the next one', async () => {
    const { batches, ask, sizes } = recorded(10);
    const results = [ask(1)];
    await setTimeout();
    expect(sizes()).toEqual([[1]]);
    results.push(ask(2), ask(3));
    await setTimeout();
    expect(sizes()).toEqual([[1]]);

    batches[0]?.end();
    expect(await results[0]).toBe('result 1');
    await setTimeout();
    expect(sizes()).toEqual([[1], [2, 3]]);
    batches[1]?.end();
    expect(await Promise.all(results)).toEqual(['result 1', 'result 2', 'result 3']);
  });

  test('are in batches of at most the given size, in the order of arrival', async () => {
    const { batches, ask, sizes } = recorded(2);
    const results = [1, 2, 3, 4, 5].map(ask);
    for (let index = 0; index < 3; index++) {
      await setTimeout();
      batches[index]?.end();
    }
    await Promise.all(results);
    expect(sizes()).toEqual([[1], [2, 3], [4, 5]]);
  });

  test('fail with their batch; the next batch still runs', async () => {
    const { batches, ask } = recorded(10);
    const first = ask(1);
    const failed = Promise.allSettled([2, 3].map(ask));
    batches[0]?.end();
    await first;
    await setTimeout();
    const later = ask(4);
    batches[1]?.fail(new Error('broken'));
    const broken = { status: 'rejected', reason: new Error('broken') };
    expect(await failed).toEqual([broken, broken]);

    await setTimeout();
    batches[2]?.end();
    expect(await later).toBe('result 4');
  });

  test('that are to be retried later come behind the others, until they have a result', async () => {
    const batches: (readonly number[])[] = [];
    const ask = inBatches<number, number>(async (requests) => {
      batches.push(requests);
      await setTimeout();
      if (requests.includes(1) && batches.length < 4) throw new RetryLater();
      return requests;
    }, 1);
    expect(await Promise.all([1, 2, 3].map(ask))).toEqual([1, 2, 3]);
    expect(batches.map(([request]) => request)).toEqual([1, 2, 3, 1, 1].slice(0, batches.length));
    expect(batches.length).toBeGreaterThan(3);
  });

  test('that are to be retried later time out like others, for the reason for which they wait', async () => {
    const cause = new Error('locked');
    const wait = async () => {
      throw new RetryLater('waits', { cause });
    };
    const ask = inBatches<number, number>(wait, 10, 200);
    await expect(ask(1)).rejects.toMatchObject({ constructor: TimeLimitError, cause });
  });

  test('are too late in the last tenth of their time, left for the commit, and leave no timer behind', async () => {
    stopTimers();
    const seen: string[] = [];
    const run: Run<number, number> = async (requests, { assertInTime }) => {
      await skip(899);
      assertInTime();
      seen.push('in time');
      await skip(1);
      assertInTime();
      return requests;
    };
    const ask = inBatches(run, 10, 1_000);
    await expect(ask(1)).rejects.toThrow(TimeLimitError);
    expect(seen).toEqual(['in time']);
    expect(waitingTimers()).toBe(0);
  });

  test('that would time out in a batch like the last two hear it at once, and the others are served', async () => {
    stopTimers();
    const { batches, ask, sizes } = recorded(1, 2_000);
    const served = [ask(1), ask(2)];
    await skip(50);
    const shed = expect(ask(3)).rejects.toThrow(TimeLimitError); // it has time until 1,850 ms
    await skip(650);
    batches[0]?.end(); // after 700 ms
    await skip(300);
    const last = ask(4); // until 2,800 ms
    await skip(300);
    batches[1]?.end(); // after 600 ms
    expect(await Promise.all(served)).toEqual(['result 1', 'result 2']);
    await shed;
    expect(sizes()).toEqual([[1], [2], [4]]);
    batches[2]?.end();
    expect(await last).toBe('result 4');
  });

  test.each([1, 2, 10])('run in the asynchronous context of one of their batch (at most %i)', async (maxSize) => {
    const context = new AsyncLocalStorage<number>();
    const contexts: [number | undefined, readonly number[]][] = [];
    const ask = inBatches<number, number>(async (requests) => {
      contexts.push([context.getStore(), requests]);
      await setTimeout(10);
      return requests;
    }, maxSize);
    const later = async (n: number) => {
      await setTimeout(n);
      return await context.run(n, () => ask(n));
    };
    await Promise.all([1, 4, 5, 6, 14, 15].map(later));
    expect(contexts.length).toBeGreaterThan(1);
    for (const [store, requests] of contexts) expect(requests).toContain(store);
  });

  test('time out, and are dropped from later batches', async () => {
    const { batches, ask, sizes } = recorded(10, 100);
    const first = ask(1);
    await setTimeout();
    const results = await Promise.allSettled([first, ask(2)]);
    const timedOut = { status: 'rejected', reason: expect.any(TimeLimitError) };
    expect(results).toEqual([timedOut, timedOut]);

    const later = ask(3);
    batches[0]?.end();
    await setTimeout();
    expect(sizes()).toEqual([[1], [3]]);
    batches[1]?.end();
    expect(await later).toBe('result 3');
  });

  test('that time out cause no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const batch = Promise.withResolvers<number[]>();
    const ask = inBatches<number, number>(() => batch.promise, 10, 100);
    await expect(ask(1)).rejects.toThrow(TimeLimitError);
    batch.reject(new Error('too late'));
    await setTimeout(50);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
