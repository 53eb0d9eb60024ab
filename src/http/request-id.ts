import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { submitVersePatterns } from '../generated/operations.ts';

const pattern = submitVersePatterns['X-Request-Id'];

/**
 * Gives each request its id, `ctx.state.requestId`, which its response and every line logged about it carry: what its `X-Request-Id` says,
 * if that has the contract's form, or else a random UUID. Node joins the values of several such headers by commas, which no id may have.
 */
export const setRequestId: Middleware = (ctx, next) => {
  const sent = ctx.get('X-Request-Id');
  const requestId = pattern.test(sent) ? sent : randomUUID();
  ctx.state['requestId'] = requestId;
  ctx.set('X-Request-Id', requestId);
  return next();
};
