import { AsyncLocalStorage } from 'node:async_hooks';
import { responseMs } from './limits.ts';

/** The request timed out. The database may have executed its statements, or may still do so. */
export class TimeLimitError extends Error {}

/**
 * The result of a request that cannot be served yet: it is queued again, behind the others, as long
 * as it has time. `cause` says what it waits for.
 */
export class RetryLater extends Error {}

/** The delay before it is queued again, in milliseconds. */
const retryMs = 250;

/**
 * Whether it is too late for a request of the batch, by its index: nothing more may be begun for it
 * and nothing of it committed. It is so in the last tenth of the request's time, which is left for
 * a commit, so that what is stored is not answered by a 500.
 */
export type IsTooLate = (index: number) => boolean;

/** Runs a batch. A result that is an error is thrown to its request alone. */
export type RunBatch<Request, Result> = (
  requests: readonly Request[],
  isTooLate: IsTooLate,
) => Promise<readonly (Result | Error)[]>;

interface Waiting<Request, Result> {
  readonly request: Request;
  /** When it is too late for the request, by `performance.now()`. */
  readonly tooLateAt: number;
  /** What it waits for, if it is queued again. */
  cause?: unknown;
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
 * @param run returns the result of each request of a batch, in their order; if it throws, the whole
 *   batch fails
 * @param maxSize the most requests in a batch
 * @param limitMs how long a request waits for its result
 * @returns a function that adds a request and returns its result. It throws what `run` throws, or
 *   TimeLimitError. A request that times out is dropped from later batches.
 */
export function inBatches<Request, Result>(
  run: RunBatch<Request, Result>,
  maxSize: number,
  limitMs = responseMs,
): (request: Request) => Promise<Result> {
  type Batched = Waiting<Request, Result>;
  const queue = new Set<Batched>();
  let running = false;

  function enqueue(waiting: Batched): void {
    queue.add(waiting);
    if (!running) void runQueue();
  }

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
    const isTooLate = (index: number) => performance.now() >= (batch[index] as Batched).tooLateAt;
    try {
      const requests = batch.map(({ request }) => request);
      const results = await first.inContext(() => run(requests, isTooLate));
      if (results.length !== batch.length) {
        throw new Error(`A batch of ${batch.length} requests got ${results.length} results`);
      }
      for (const [index, waiting] of batch.entries()) {
        const result = results[index] as Result | Error;
        if (result instanceof RetryLater) retryLater(waiting, result);
        else if (result instanceof Error) waiting.reject(result);
        else waiting.resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function retryLater(waiting: Batched, { cause }: RetryLater): void {
    waiting.cause = cause;
    setTimeout(() => {
      if (performance.now() < waiting.tooLateAt) enqueue(waiting);
    }, retryMs);
  }

  return (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const tooLateAt = performance.now() + 0.9 * limitMs;
    const waiting: Batched = { request, tooLateAt, inContext: AsyncLocalStorage.snapshot(), resolve, reject };
    enqueue(waiting);
    const timer = setTimeout(() => {
      queue.delete(waiting);
      const { cause } = waiting;
      reject(new TimeLimitError(`The database did not respond within ${limitMs} ms`, { cause }));
    }, limitMs);
    return promise.finally(() => clearTimeout(timer));
  };
}
