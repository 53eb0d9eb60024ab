import cors from '@koa/cors';
import type { Middleware } from '../api/state.ts';
import { exposedHeaders, operations } from '../generated/operations.ts';

/**
 * How long browsers cache a preflight response, in seconds. It bounds how long an origin removed
 * from the list still gets through.
 */
const preflightMaxAge = 600;

/** Lets the pages of some origins call the players' operations. */
export function allowOrigins(origins: readonly string[]): Middleware {
  return cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: [...new Set(operations.map(({ method }) => method))],
    exposeHeaders: exposedHeaders,
    maxAge: preflightMaxAge,
  });
}

/**
 * Allows any origin to read public responses; none needs a preflight request. A shared cache keeps
 * one response for all origins.
 */
export const allowAnyOrigin: Middleware = async (ctx, next) => {
  await next();
  if (ctx.state.operation?.security?.length !== 0) return;
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Expose-Headers', exposedHeaders.join());
};
