import pTimeout from 'p-timeout';
import { answerMs } from './limits.ts';

/** The response would be too late. The database may have done what it was asked, or may still do it. */
export class TimeLimitError extends Error {}

interface Waiting<Request, Result> {
  readonly request: Request;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes one query of many, one batch at a time: requests that arrive while a batch is under way share the next one. Batches grow with the
 * load, and without load no request waits for another.
 *
 * @param run returns the result of each request of a batch, in their order; its error is that of the whole batch
 * @param maxSize the most requests in a batch
 * @returns a function that adds a request and returns its result. It throws what `run` throws, or TimeLimitError after `answerMs`; a request
 *   that times out is dropped from later batches.
 */
export function inBatches<Request, Result>(
  run: (requests: readonly Request[]) => Promise<readonly (Result | Promise<Result>)[]>,
  maxSize: number,
): (request: Request) => Promise<Result> {
  const queue = new Set<Waiting<Request, Result>>();
  let latestBatch: Promise<void> = Promise.resolve();
  let isNextScheduled = false;

  /** By a chain of promises, not a loop: a batch runs in the asynchronous context, and so in the trace, of the request that scheduled it. */
  function scheduleNext(): void {
    if (isNextScheduled) return;
    isNextScheduled = true;
    latestBatch = latestBatch.then(runNext);
  }

  async function runNext(): Promise<void> {
    isNextScheduled = false;
    const batch = [...queue].slice(0, maxSize);
    for (const waiting of batch) queue.delete(waiting);
    if (queue.size > 0) scheduleNext();
    if (batch.length === 0) return;
    try {
      const results = await run(batch.map(({ request }) => request));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result | Promise<Result>);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { request, resolve, reject };
    queue.add(waiting);
    scheduleNext();
    return pTimeout(promise, {
      milliseconds: answerMs,
      fallback() {
        queue.delete(waiting);
        throw new TimeLimitError(`The database did not respond within ${answerMs} ms`);
      },
    });
  };
}
