import DataLoader from 'dataloader';

/**
 * Makes one query of many: what is asked for while a batch is under way goes into the next one, so that a batch grows with the
 * load and nobody waits for others when there is none.
 *
 * @param run answers the requests of a batch, each with its result or its error, in their order
 * @param maxBatchSize the most requests in a batch
 */
export function gather<Request, Result>(
  run: (requests: readonly Request[]) => Promise<readonly (Result | Error)[]>,
  maxBatchSize: number,
): (request: Request) => Promise<Result> {
  let batch: Promise<unknown> = Promise.resolve();
  let batches: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Request, Result>(
    (requests) => {
      const results = run(requests);
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
  return (request) => loader.load(request);
}
