import { AsyncLocalStorage } from 'node:async_hooks';
import { responseMs } from './limits.ts';

/** The request timed out. The database may have executed its statements, or may still do so. */
export class TimeLimitError extends Error {}

interface Waiting<Request, Result> {
  readonly request: Request;
  /** Runs a function in the asynchronous context, and so in the trace, of the request. */
  readonly inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines requests into batches and runs one batch at a time: requests that arrive while a batch
 * is running share the next one. Batches grow with the load, and without load no request waits for
 * another. A batch runs in the asynchronous context of its first request.
 *
 * @param run returns the result of each request of a batch, in their order; if it throws, the
 *   whole batch fails
 * @param maxSize the most requests in a batch
 * @param limitMs how long a request waits for its result
 * @returns a function that adds a request and returns its result. It throws what `run` throws, or
 *   TimeLimitError. A request that times out is dropped from later batches.
 */
export function inBatches<Request, Result>(
  run: (requests: readonly Request[]) => Promise<readonly Result[]>,
  maxSize: number,
  limitMs = responseMs,
): (request: Request) => Promise<Result> {
  const queue = new Set<Waiting<Request, Result>>();
  let running = false;

  async function runQueue(): Promise<void> {
    running = true;
    for (;;) {
      const batch = queue.values().take(maxSize).toArray();
      const [first] = batch;
      if (first === undefined) break;
      for (const waiting of batch) queue.delete(waiting);
      try {
        const results = await first.inContext(() => run(batch.map(({ request }) => request)));
        if (results.length !== batch.length) {
          throw new Error(`A batch of ${batch.length} requests got ${results.length} results`);
        }
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { request, inContext: AsyncLocalStorage.snapshot(), resolve, reject };
    queue.add(waiting);
    if (!running) void runQueue();
    const timer = setTimeout(() => {
      queue.delete(waiting);
      reject(new TimeLimitError(`The database did not respond within ${limitMs} ms`));
    }, limitMs);
    return promise.finally(() => clearTimeout(timer));
  };
}
