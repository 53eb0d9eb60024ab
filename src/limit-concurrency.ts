/**
 * Returns a function that does the same as `run`, except that only some of its calls run at a time.
 * Others wait, in the order in which they came.
 *
 * @param waitMs how long a call may wait, in milliseconds; then it rejects
 */
export function limitConcurrency<Argument, Result>(
  max: number,
  waitMs: number,
  run: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  const waiting = new Set<() => void>();
  let running = 0;

  async function awaitTurn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new Error(`${max} calls at a time have kept another one waiting for ${waitMs} ms`));
    }, waitMs);
    function begin() {
      waiting.delete(begin);
      clearTimeout(timer);
      resolve();
    }
    waiting.add(begin);
    await promise;
  }

  return async (argument) => {
    if (running < max) running++;
    else await awaitTurn();
    try {
      return await run(argument);
    } finally {
      const [next] = waiting;
      if (next === undefined) running--;
      else next(); // takes the place of this call
    }
  };
}
