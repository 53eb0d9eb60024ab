/**
 * A round to warm up, whose results do not count, and then so many that do: the results of each. A round takes all in turn, every other one
 * backwards, so that nobody always follows the same one.
 */
export async function inTurn<T, Result>(
  all: readonly T[],
  rounds: number,
  run: (one: T) => Promise<Result>,
): Promise<Result[][]> {
  const results = all.map((): Result[] => []);
  const order = [...all.entries()];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, one] of round % 2 === 0 ? order : order.toReversed()) {
      const result = await run(one);
      if (round > 0) results[index]?.push(result);
    }
  }
  return results;
}
