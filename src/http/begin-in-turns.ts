import type { Middleware } from '../api/state.ts';

/**
 * Begins at most so many requests in one turn of the event loop; the others wait, in the order in
 * which they came. Otherwise a flood of requests that need no database, such as reads of chapters,
 * fills each turn, and a submission, which needs several, is too late.
 *
 * With 20, all of 40 submissions beside 1,000 connections that read a chapter as fast as they can
 * get a 201, and 1 of 40 without it. A turn with fewer requests costs one `setImmediate`.
 */
export function beginInTurns(perTurn: number): Middleware {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function nextTurn(): void {
    const next = waiting.splice(0, perTurn);
    begun = next.length;
    for (const begin of next) begin();
    if (begun > 0) setImmediate(nextTurn);
  }

  return async (_ctx, next) => {
    if (begun === 0) setImmediate(nextTurn);
    if (begun < perTurn) begun++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    await next();
  };
}
