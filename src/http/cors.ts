import cors from '@koa/cors';
import type { Middleware } from '../api/state.ts';
import { exposedHeaders, operations } from '../generated/operations.ts';

/**
 * How long browsers cache a preflight response, in seconds. It bounds how long an origin removed
 * from the list still gets through.
 */
const preflightMaxAge = 600;

/**
 * Lets the pages of some origins call the players' operations, and those of any origin read public
 * responses, none of which needs a preflight request. A shared cache keeps one public response for
 * all origins.
 */
export function allowOrigins(origins: readonly string[]): Middleware {
  const allowListed = cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: [...new Set(operations.map(({ method }) => method))],
    exposeHeaders: exposedHeaders,
    maxAge: preflightMaxAge,
  });
  return async (ctx, next) => {
    if (origins.length > 0) await allowListed(ctx, next);
    else await next();
    if (ctx.state.operation?.security?.length !== 0) return;
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Expose-Headers', exposedHeaders.join());
  };
}
