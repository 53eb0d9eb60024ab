import type { Router } from '@koa/router';
import type { Context, State } from '../api/state.ts';
import type { Config } from '../config.ts';
import { createRouter } from '../pages/serve.ts';

/** What proxies add to a request, also those that replace its `Host`. */
const proxyHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'CF-Connecting-IP', 'Via'];

/**
 * Whether `/` may sign a visitor in as the demo player. The token is for this machine alone:
 * nothing else may reach the service. A tunnel that publishes its port, or a domain that somebody
 * has pointed to 127.0.0.1 (DNS rebinding), asks for another host, and most proxies say that they
 * are there. Nor may pages of other sites, in a browser on this machine, sign anybody in. Tokens
 * that are signed with a key of the operator's own may be valid elsewhere, so nobody gets one.
 */
export function maySignIn({ host, auth }: Config, ctx: Context): boolean {
  return (
    host === '127.0.0.1' &&
    auth === undefined &&
    ['127.0.0.1', 'localhost'].includes(ctx.hostname) &&
    proxyHeaders.every((name) => ctx.get(name) === '') &&
    ctx.get('Sec-Fetch-Site') !== 'cross-site'
  );
}

/**
 * Serves the request by which a page exchanges the code in its address for a token: a 200 with the
 * token as text, or else a 404. A link with the token itself would stay in the browser's history.
 */
export function createTokenRoutes(exchange: (code: string) => string | undefined): Router<State> {
  return createRouter().post('/demo/tokens/:code', async (ctx, next) => {
    const token = exchange(ctx.params['code'] ?? '');
    if (token === undefined) return await next();
    ctx.set('Cache-Control', 'no-store');
    ctx.body = token;
  });
}
