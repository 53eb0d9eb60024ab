import type { Logger } from 'pino';
import type { Context, Middleware } from '../api/state.ts';

/** Called after each completed request with its duration in milliseconds. */
export type Observe = (ctx: Context, milliseconds: number) => void;

/** Measures each request once, for all observers. */
export function observeRequests(...observers: readonly Observe[]): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const milliseconds = performance.now() - start;
    for (const observe of observers) observe(ctx, milliseconds);
  };
}

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

/** Version 00, a trace id and a parent id, neither of which is all zeros, and flags. */
const traceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Returns the `traceparent` of a request, or undefined if it is absent or invalid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function validTraceparent(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && traceparent.test(header) ? header : undefined;
}

/**
 * The path of the request's operation, with its parameters in braces, or the page's path from
 * @koa/router. Undefined if no path matched: the path that a client sent may contain anything, even
 * a secret.
 */
export function routeOf(ctx: Context): string | undefined {
  return ctx.state.operation?.path ?? ctx['_matchedRoute'];
}
