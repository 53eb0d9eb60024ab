/** Waits for a permit, which is held until the function that it returns is called. */
export type Acquire = () => Promise<() => void>;

/**
 * Limits how many permits are held at a time. Others wait, in the order in which they came.
 *
 * @param waitMs how long a permit may be waited for, in milliseconds; then `acquire` rejects
 */
export function createSemaphore(max: number, waitMs: number): Acquire {
  const waiting = new Set<() => void>();
  let held = 0;

  function release(): void {
    const [next] = waiting;
    if (next === undefined) held--;
    else next(); // gets this permit
  }

  return async () => {
    if (held < max) {
      held++;
      return release;
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
    return release;
  };
}

/** Holds a permit while it works, also if the work throws. */
export async function withPermit<Result>(acquire: Acquire, work: () => Promise<Result>): Promise<Result> {
  const release = await acquire();
  try {
    return await work();
  } finally {
    release();
  }
}
