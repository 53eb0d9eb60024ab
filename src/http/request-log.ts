import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Observe } from './observe-requests.ts';
import { validTraceparent } from './traceparent.ts';

/** Logs one line about each request; who asked is in it only where the level is debug or lower. */
export function logRequests(logger: Logger): Observe {
  const nameUsers = logger.isLevelEnabled('debug');
  return (ctx, milliseconds) => {
    const { requestId, userId } = ctx.state;
    logger.info(
      {
        method: ctx.method,
        route: routeOf(ctx),
        status: ctx.status,
        duration: Math.round(milliseconds * 1000) / 1000,
        requestId,
        traceparent: validTraceparent(ctx.req.headers['traceparent']),
        userId: nameUsers ? userId : undefined,
      },
      'request answered',
    );
  };
}

/**
 * The path of the operation, or that of a page, which @koa/router knows. Undefined where none matched: what clients make up as a path may be
 * anything, even a secret.
 */
function routeOf(ctx: Context): string | undefined {
  return ctx.state['operation']?.path ?? ctx['_matchedRoute'];
}
