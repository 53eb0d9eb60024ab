import type { Middleware } from '../api/state.ts';
import { preferredEncoding } from '../content.ts';

/** Below this, in bytes, compression saves less than it costs. */
const minBytes = 1024;

/**
 * Compresses what a read of the desk returns as its client accepts it. Of all that the service
 * sends, this alone is compressed for each response: it changes. What that takes is bounded, since
 * a read counts until the client has taken its response. No cache may store it, so it needs no
 * `Vary`. An eavesdropper learns nothing about a secret (BREACH): tokens are in headers, which a
 * page of another origin cannot send.
 */
export const compressReads: Middleware = async (ctx, next) => {
  await next();
  const { body } = ctx;
  if (ctx.state.operation?.method !== 'get' || !body) return;
  const encoding = preferredEncoding(ctx.req);
  if (encoding === undefined) return;
  const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  if (text.length < minBytes) return;
  ctx.body = await encoding.compress(text, 'fast');
  ctx.set('Content-Encoding', encoding.encoding);
};
