import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from '../api/state.ts';
import { middlewarePatterns } from '../generated/operations.ts';

const pattern = middlewarePatterns['X-Request-Id'];

/**
 * Sets the request's id, `ctx.state.requestId`. The response and every log line of the request
 * carry it. The id is the request's `X-Request-Id` if that is valid, otherwise a random UUID. Node
 * joins several such headers with commas, which are not valid in an id.
 */
export const setRequestId: Middleware = (ctx, next) => {
  const sent = ctx.get('X-Request-Id');
  setId(ctx, pattern.test(sent) ? sent : randomUUID());
  return next();
};

/**
 * Gives the request another id if caches may give the response to others: a client that chose the
 * id would reach them with it. It has to run before the request is logged.
 */
export const replaceCachedId: Middleware = async (ctx, next) => {
  await next();
  if (/^public\b/.test(ctx.response.get('Cache-Control'))) setId(ctx, randomUUID());
};

function setId(ctx: Context, id: string): void {
  ctx.state.requestId = id;
  ctx.set('X-Request-Id', id);
}
