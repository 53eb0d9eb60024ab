import type { Middleware } from '../api/state.ts';

/**
 * Has connections close after a response, which says so, once the service stops. If the server
 * closed them between two responses, it would reset a request that is already on its way.
 */
export function closeConnections(stopping: AbortSignal): Middleware {
  return async (ctx, next) => {
    await next();
    if (stopping.aborted) ctx.set('Connection', 'close');
  };
}
