/** A round to warm up, whose results do not count, and then so many that do, each of them all in turn: the results of each. */
export async function inTurn<T, Result>(
  all: readonly T[],
  rounds: number,
  run: (one: T) => Promise<Result>,
): Promise<Result[][]> {
  const results = all.map((): Result[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, one] of all.entries()) {
      const result = await run(one);
      if (round > 0) results[index]?.push(result);
    }
  }
  return results;
}
