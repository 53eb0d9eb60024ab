import DataLoader from 'dataloader';
import { answerMs } from './limits.ts';

/** The answer would have come too late; what was asked may have been done, and may still be. */
export class TimeLimitError extends Error {}

/** A request that is given up when it has waited too long. */
interface Waiting<Request> {
  readonly request: Request;
  givenUp: boolean;
}

/**
 * Makes one query of many: what is asked for while a batch is under way goes into the next one, so that a batch grows with the
 * load and nobody waits for others when there is none.
 *
 * Nobody waits longer than `answerMs` either; who has been given up is left out of the batches to come.
 *
 * @param run answers the requests of a batch, each with its result or its error, in their order
 * @param maxBatchSize the most requests in a batch
 * @returns the function that asks; it throws TimeLimitError, or the request's error
 */
export function gather<Request, Result>(
  run: (requests: readonly Request[]) => Promise<readonly (Result | Error)[]>,
  maxBatchSize: number,
): (request: Request) => Promise<Result> {
  let batch: Promise<unknown> = Promise.resolve();
  let batches: Promise<unknown> = Promise.resolve();

  async function runBatch(all: readonly Waiting<Request>[]): Promise<(Result | Error)[]> {
    const current = all.filter(({ givenUp }) => !givenUp);
    if (current.length === 0) return all.map(tooLate);
    const results = await run(current.map(({ request }) => request));
    const resultOf = new Map(current.map((waiting, index) => [waiting, results[index] as Result | Error]));
    return all.map((waiting) => resultOf.get(waiting) ?? tooLate());
  }

  const loader = new DataLoader<Waiting<Request>, Result>(
    (requests) => {
      const results = runBatch(requests);
      batch = results.catch(() => {}); // each of its requests gets the error
      return results;
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn(dispatch) {
        batches = batches.then(() => {
          dispatch();
          return batch;
        });
      },
    },
  );

  return (request) =>
    new Promise((resolve, reject) => {
      const waiting = { request, givenUp: false };
      const timer = setTimeout(() => {
        waiting.givenUp = true;
        reject(tooLate());
      }, answerMs);
      loader
        .load(waiting)
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });
}

function tooLate(): TimeLimitError {
  return new TimeLimitError(`The database did not answer within ${answerMs} ms`);
}
