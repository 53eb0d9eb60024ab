import { send } from '../api/response.ts';
import type { Context, Middleware } from '../api/state.ts';
import { sharedResponses } from '../generated/operations.ts';

const oldVersions = ['1.0', '0.9'];

/**
 * Rejects requests whose target is no URL, before anything reads `ctx.path`, for which Koa would
 * throw.
 *
 * @param observe logs and measures a rejected request
 */
export function rejectBadTargets(observe: Middleware): Middleware {
  return rejectUnless((ctx) => isTarget(ctx.url), observe);
}

/**
 * Rejects requests whose `Host` is ambiguous (RFC 9112, 3.2): of several such headers Node keeps the
 * first, where a proxy may have kept the last. Only HTTP 1.0 needs none.
 *
 * @param observe as for `rejectBadTargets`
 */
export function rejectBadHosts(observe: Middleware): Middleware {
  return rejectUnless(({ req }) => {
    const { host: hosts = [] } = req.headersDistinct;
    return hosts.every(isHost) && (hosts.length === 1 || (hosts.length === 0 && oldVersions.includes(req.httpVersion)));
  }, observe);
}

function rejectUnless(isGood: (ctx: Context) => boolean, observe: Middleware): Middleware {
  return (ctx, next) => (isGood(ctx) ? next() : observe(ctx, async () => send(ctx, sharedResponses.badRequest)));
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
