import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { type Reply, send } from './reply.ts';

/**
 * What fails unexpectedly outside of an operation is `failed`: the reason goes to the log, never to the client. Koa's own handler would
 * drop the headers and answer in plain text.
 */
export function answerErrors(logger: Logger, failed: Reply): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      logger.error({ err, requestId: ctx.state['requestId'] }, 'request failed');
      send(ctx, failed);
    }
  };
}
