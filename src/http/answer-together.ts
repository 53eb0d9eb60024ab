import type { Middleware } from 'koa';

/**
 * Writes the answers that one turn of the event loop brings forth right after each other, when all requests that have arrived
 * by then are through with their checks. Each write between two requests would find whoever is at the other end asleep and wake
 * them up, which takes longer than finding out that a token is not valid.
 */
export function answerTogether(): Middleware {
  let endOfTurn: Promise<void> | undefined;
  return async (_ctx, next) => {
    await next();
    endOfTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        endOfTurn = undefined;
        resolve();
      });
    });
    await endOfTurn;
  };
}
