import { finished } from 'node:stream/promises';
import type { Middleware } from '../api/state.ts';
import { lingerMs } from './client-limits.ts';

/**
 * Closes the connection after a 413, since the rest of the body may be of any size. What the client
 * still sends is read first, unless that takes longer than `lingerMs` or the client is gone.
 */
export const closeAfter413: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 413) return;
  ctx.set('Connection', 'close');
  await finished(ctx.req, { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
};
