import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { type Reply, send } from './reply.ts';

/**
 * Whatever fails unexpectedly is the contract's one 500, `failed`: the reason goes to the log, never to the client. Koa's own
 * handler would drop the headers and answer in plain text.
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
