import { send } from '../api/response.ts';
import type { Middleware } from '../api/state.ts';
import { sharedResponses } from '../generated/operations.ts';

/**
 * Rejects ambiguous requests (RFC 9112, 3.2), before anything reads `ctx.path`: Koa throws for an
 * invalid URL, and of several `Host` headers Node keeps the first, where a proxy may have kept the
 * last.
 *
 * @param observe logs and measures a rejected request
 */
export function rejectBadRequests(observe: Middleware): Middleware {
  return (ctx, next) => {
    const { host: hosts = [] } = ctx.req.headersDistinct;
    if (hosts.length <= 1 && hosts.every(isHost) && isTarget(ctx.url)) return next();
    return observe(ctx, async () => send(ctx, sharedResponses.badRequest));
  };
}

/**
 * Whether the target of a request is a path, `*`, or a URL of HTTP. A path has neither a fragment
 * nor a space: with one, Koa reads it as a URL, whose host may be invalid (`//user@[/#`).
 */
function isTarget(url: string): boolean {
  if (/^[/*][^#\s]*$/.test(url)) return true;
  const [, host = ''] = /^https?:\/\/([^/?]+)/i.exec(url) ?? [];
  return host !== '' && isHost(host);
}

/**
 * Whether a text is a host and perhaps a port. It may be empty in the header. A user before the
 * host is an error (RFC 9110, 4.2.4).
 */
function isHost(text: string): boolean {
  return text === '' || (/^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`));
}
