import { type Content, preferredEncoding } from '../content.ts';
import type { Context } from './state.ts';

/**
 * A documented response, made by the generated code. A body that is not text is sent as JSON; a 204
 * has none.
 */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object | string;
  /** The same body as the build has written and compressed it, to be sent instead. */
  readonly content?: Content;
  /** Why the response is what it is, for the log. The client does not get it. */
  readonly reason?: string;
}

/** The same response, with its reason for the log: for a response that does not say why. */
export function withReason<Response extends ApiResponse>(response: Response, reason: string): Response {
  return { ...response, reason };
}

/** The same response, whose body the build has written and compressed. */
export function withContent<Response extends ApiResponse>(response: Response, content: Content): Response {
  return { ...response, content };
}

/**
 * Copies a response to Koa's. It becomes a 304 if the client has the body already, as its
 * `If-None-Match` says. The headers come before the body, since Koa sets a Content-Type for a body
 * that has none.
 */
export function send(ctx: Context, { status, headers, body, content, reason }: ApiResponse): void {
  ctx.state.reason = reason;
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  if (content !== undefined) {
    respond(ctx, content);
    return;
  }
  ctx.body = body;
  // A response without an ETag is never fresh, but Koa would take `If-None-Match: *` for a match.
  if ('ETag' in headers && ctx.fresh) ctx.status = 304;
}

/**
 * Responds with the representation that the client prefers, or with a 304 if the client has it.
 */
export function respond(ctx: Context, { encoded, ...identity }: Content): void {
  if (encoded.length > 0) ctx.vary('Accept-Encoding');
  const preferred = preferredEncoding(ctx.req);
  const chosen = encoded.find(({ encoding }) => encoding === preferred?.encoding);
  const { body, etag } = chosen ?? identity;
  ctx.etag = etag;
  ctx.body = body;
  if (ctx.fresh) ctx.status = 304;
  else if (chosen !== undefined) ctx.set('Content-Encoding', chosen.encoding);
}
