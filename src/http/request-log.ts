import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Logs one line about each request when it is answered. */
export function logRequests(logger: Logger): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    const { requestId } = ctx.state;
    await next();
    const duration = Math.round(performance.now() - start);
    logger.info({ method: ctx.method, path: ctx.path, status: ctx.status, duration, requestId }, 'request answered');
  };
}
