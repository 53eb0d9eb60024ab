import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { type ApiResponse, send } from './response.ts';

/**
 * What fails unexpectedly outside of an operation is `failed`: the reason goes to the log, never to the client. Koa's own handler would
 * drop the headers and answer in plain text.
 */
export function handleErrors(logger: Logger, failed: ApiResponse): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      logger.error({ err, requestId: ctx.state['requestId'] }, 'request failed');
      send(ctx, failed);
    }
  };
}
