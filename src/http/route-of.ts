import type { Context } from '../api/state.ts';

/**
 * The path of the request's operation, with its parameters in braces, or the page's path from
 * @koa/router. Undefined if no path matched: the path that a client sent may contain anything, even
 * a secret.
 */
export function routeOf(ctx: Context): string | undefined {
  return ctx.state.operation?.path ?? ctx['_matchedRoute'];
}
