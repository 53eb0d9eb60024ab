import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { type RequestContext, requestContext } from '../log.ts';

/** Gives each request an id, which every line logged meanwhile carries, and logs one line when it has been answered. */
export function logRequests(logger: Logger): Middleware {
  return (ctx, next) => {
    const context: RequestContext = { requestId: randomUUID() };
    ctx.state = context;
    return requestContext.run(context, async () => {
      const start = performance.now();
      await next();
      logger.info(
        { method: ctx.method, path: ctx.path, status: ctx.status, milliseconds: Math.round(performance.now() - start) },
        'request answered',
      );
    });
  };
}
