import { AsyncLocalStorage } from 'node:async_hooks';
import { responseMs } from './limits.ts';

/** The request timed out. The database may have executed its statements, or may still do so. */
export class TimeLimitError extends Error {}

/**
 * Whether an error is about values of a row: a value out of range, a constraint, or a trigger of
 * another program. Its SQLSTATE has one of these classes,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function rejectsRow(error: unknown): boolean {
  return ['22', '23', 'P0'].includes(String((error as { code?: unknown }).code).slice(0, 2));
}

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
 * another. A batch runs in the asynchronous context of its first request. If the database rejects a
 * row of a batch, each of its requests runs alone, and gets what it would have got alone.
 *
 * @param run returns the result of each request of a batch, in their order; if it throws anything
 *   else, the whole batch fails
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
  type Batched = Waiting<Request, Result>;
  const queue = new Set<Batched>();
  let running = false;

  async function runQueue(): Promise<void> {
    running = true;
    for (;;) {
      const batch = queue.values().take(maxSize).toArray();
      const [first] = batch;
      if (first === undefined) break;
      for (const waiting of batch) queue.delete(waiting);
      await runBatch(batch, first);
    }
    running = false;
  }

  async function runBatch(batch: readonly Batched[], first: Batched): Promise<void> {
    try {
      const results = await first.inContext(() => run(batch.map(({ request }) => request)));
      if (results.length !== batch.length) {
        throw new Error(`A batch of ${batch.length} requests got ${results.length} results`);
      }
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && rejectsRow(error)) for (const each of batch) await runBatch([each], each);
      else for (const { reject } of batch) reject(error);
    }
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
