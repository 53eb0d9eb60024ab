import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Gives each request an id, which every line logged about it carries, and logs one line when it is answered. */
export function logRequests(logger: Logger): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    ctx.state['requestId'] = requestId;
    await next();
    const duration = Math.round(performance.now() - start);
    logger.info({ method: ctx.method, path: ctx.path, status: ctx.status, duration, requestId }, 'request answered');
  };
}
