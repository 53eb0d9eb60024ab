import type { Logger } from 'pino';
import type { Observe } from './observe-requests.ts';
import { routeOf } from './route-of.ts';
import { validTraceparent } from './traceparent.ts';

/** Logs one line per request. The line has the user's id only at level debug or lower. */
export function logRequests(logger: Logger): Observe {
  const logUserIds = logger.isLevelEnabled('debug');
  return (ctx, milliseconds) => {
    const { reason, requestId, userId } = ctx.state;
    logger.info(
      {
        method: ctx.method,
        route: routeOf(ctx),
        status: ctx.status,
        reason,
        duration: Math.round(milliseconds * 1000) / 1000,
        requestId,
        traceparent: validTraceparent(ctx.req.headers['traceparent']),
        userId: logUserIds ? userId : undefined,
      },
      'request completed',
    );
  };
}
