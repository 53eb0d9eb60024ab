import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { submitVersePatterns } from '../generated/operations.ts';

const pattern = submitVersePatterns['X-Request-Id'];

/**
 * The id of a request: what its `X-Request-Id` says, if that has the contract's form, or else a random UUID. Node joins the values of
 * several such headers by commas, which no id may have.
 */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && pattern.test(header) ? header : randomUUID();
}

/** Gives each request its id, `ctx.state.requestId`, which its response and every line logged about it carry. */
export const setRequestId: Middleware = (ctx, next) => {
  const requestId = requestIdOf(ctx.req.headers['x-request-id']);
  ctx.state['requestId'] = requestId;
  ctx.set('X-Request-Id', requestId);
  return next();
};
