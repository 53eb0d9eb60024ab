/**
 * Runs one round to warm up, then `rounds` rounds that count. A round runs all in turn, every other round in reverse, so none
 * always follows the same one.
 *
 * @returns the results of each, by round
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
