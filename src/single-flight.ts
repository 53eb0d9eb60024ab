/**
 * Returns a function that does the same as `run`, except that calls during a run share its result.
 */
export function singleFlight<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
