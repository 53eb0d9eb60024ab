import { AsyncLocalStorage } from 'node:async_hooks';
import { isolate, RetryLater, type Run, TimeLimitError } from './isolate.ts';
import { responseMs } from './limits.ts';

/** The delay before a request that is to be retried later is queued again, in milliseconds. */
const retryMs = 250;

interface Waiting<Request, Result> {
  readonly request: Request;
  /**
   * When it is too late for the request, by `performance.now()`: nothing more may be begun for it
   * and nothing of it committed. That is the last tenth of its time, which is left for a commit, so
   * that what is stored is not answered by a 500.
   */
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
 * another. A batch that cannot run as a whole is divided (`isolate`). It runs in the asynchronous
 * context of its first request.
 *
 * @param maxSize the most requests in a batch
 * @param limitMs how long a request waits for its result
 * @returns a function that adds a request and returns its result. It throws what `run` throws, or
 *   TimeLimitError. A request that times out is dropped from later batches, and so is one that would
 *   time out in a batch that takes as long as the last two. One that waits for another transaction
 *   is queued again, behind the others.
 */
export function inBatches<Request, Result>(
  run: Run<Request, Result>,
  maxSize: number,
  limitMs = responseMs,
): (request: Request) => Promise<Result> {
  type Batched = Waiting<Request, Result>;
  const queue = new Set<Batched>();
  let running = false;
  let lastMs = 0;
  /** How long the next batch takes at least, probably: as the shorter one of the last two as a whole. */
  let expectedMs = 0;

  function enqueue(waiting: Batched): void {
    queue.add(waiting);
    if (!running) void runQueue();
  }

  async function runQueue(): Promise<void> {
    running = true;
    for (;;) {
      shed();
      const batch = queue.values().take(maxSize).toArray();
      const [first] = batch;
      if (first === undefined) break;
      for (const waiting of batch) queue.delete(waiting);
      await runBatch(batch, first);
    }
    running = false;
  }

  /** Under overload, batches are of those who can still be served in time. The others hear at once. */
  function shed(): void {
    const endsAt = performance.now() + expectedMs;
    for (const waiting of queue) {
      if (endsAt < waiting.tooLateAt) continue;
      queue.delete(waiting);
      waiting.reject(new TimeLimitError('Too many requests are waiting for the database', { cause: waiting.cause }));
    }
  }

  async function runBatch(batch: readonly Batched[], first: Batched): Promise<void> {
    const requests = batch.map(({ request }) => request);
    const isTooLate = (index: number) => performance.now() >= (batch[index] as Batched).tooLateAt;
    const settle = (index: number, outcome: Result | Error) => {
      const waiting = batch[index] as Batched;
      if (outcome instanceof RetryLater) retryLater(waiting, outcome);
      else if (outcome instanceof Error) waiting.reject(outcome);
      else waiting.resolve(outcome);
    };
    await first.inContext(() => isolate(requests, isTooLate, timed, settle));
  }

  /** The parts of a batch that was divided say nothing of the next one. */
  const timed: Run<Request, Result> = async (part, how) => {
    const begunAt = performance.now();
    try {
      return await run(part, how);
    } finally {
      if (how.waits) {
        const tookMs = performance.now() - begunAt;
        expectedMs = Math.min(tookMs, lastMs, limitMs / 2); // after an outage, too, new requests have time
        lastMs = tookMs;
      }
    }
  };

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
