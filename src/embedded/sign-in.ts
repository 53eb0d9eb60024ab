import type { Context } from '../api/state.ts';
import type { Config } from '../config.ts';

/** What proxies add to a request, also those that replace its `Host`. */
const proxyHeaders = ['Forwarded', 'X-Forwarded-For', 'Via'];

/**
 * Whether `/` may sign a visitor in as the demo player. The token is for this machine alone: nothing else may reach the service. A tunnel
 * that publishes its port, or a domain that somebody has pointed to 127.0.0.1 (DNS rebinding), asks for another host, and most proxies say
 * that they are there. Tokens that are signed with a key of the operator's own may be valid elsewhere, so nobody gets one.
 */
export function maySignIn({ host, auth }: Config, ctx: Context): boolean {
  return (
    host === '127.0.0.1' &&
    auth === undefined &&
    ['127.0.0.1', 'localhost'].includes(ctx.hostname) &&
    proxyHeaders.every((name) => ctx.get(name) === '')
  );
}
