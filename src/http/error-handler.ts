import type { Logger } from 'pino';
import { type ApiResponse, send } from '../api/response.ts';
import type { Middleware } from '../api/state.ts';

/**
 * Error handler for unexpected errors outside operations: responds with `failed` and logs the
 * reason, which the client never sees. Koa's own error handler would drop the headers and respond
 * in plain text.
 */
export function handleErrors(logger: Logger, failed: ApiResponse): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      logger.error({ err, requestId: ctx.state.requestId }, 'request failed');
      send(ctx, failed);
    }
  };
}
