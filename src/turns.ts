/** Waits for a turn, which lasts until the function that it returns is called. */
type TakeTurn = () => Promise<() => void>;

/**
 * Limits how many turns run at a time. Others wait, in the order in which they came.
 *
 * @param waitMs how long a turn may be waited for, in milliseconds; then `takeTurn` rejects
 */
export function limitTurns(max: number, waitMs: number): TakeTurn {
  const waiting = new Set<() => void>();
  let running = 0;

  function endTurn(): void {
    const [next] = waiting;
    if (next === undefined) running--;
    else next(); // takes the place of this turn
  }

  return async () => {
    if (running < max) {
      running++;
      return endTurn;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new Error(`${max} others have taken longer than ${waitMs} ms`));
    }, waitMs);
    function begin() {
      waiting.delete(begin);
      clearTimeout(timer);
      resolve();
    }
    waiting.add(begin);
    await promise;
    return endTurn;
  };
}

/** Does work in a turn, which ends with it, also if it throws. */
export async function inTurn<Result>(takeTurn: TakeTurn, work: () => Promise<Result>): Promise<Result> {
  const endTurn = await takeTurn();
  try {
    return await work();
  } finally {
    endTurn();
  }
}
