import { randomUUID } from 'node:crypto';
import type { Middleware } from '../api/state.ts';
import { middlewarePatterns } from '../generated/operations.ts';

const pattern = middlewarePatterns['X-Request-Id'];

/**
 * Sets the request's id, `ctx.state.requestId`. The response and every log line of the request carry it. The id is the request's
 * `X-Request-Id` if that is valid, otherwise a random UUID. Node joins several such headers with commas, which are not valid in an id.
 */
export const setRequestId: Middleware = (ctx, next) => {
  const sent = ctx.get('X-Request-Id');
  const requestId = pattern.test(sent) ? sent : randomUUID();
  ctx.state.requestId = requestId;
  ctx.set('X-Request-Id', requestId);
  return next();
};
