import type { Context } from './state.ts';

/**
 * A documented response, made by the generated code. A body that is not text is sent as JSON; a 204
 * has none.
 */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object | string;
  /** Why the response is what it is, for the log. The client does not get it. */
  readonly reason?: string;
}

/** The same response, with its reason for the log: for a response that does not say why. */
export function withReason<Response extends ApiResponse>(response: Response, reason: string): Response {
  return { ...response, reason };
}

/**
 * Copies a response to Koa's. It becomes a 304 if the client has the body already, as its
 * `If-None-Match` says. The headers come before the body, since Koa sets a Content-Type for a body
 * that has none.
 */
export function send(ctx: Context, { status, headers, body, reason }: ApiResponse): void {
  ctx.state.reason = reason;
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  ctx.body = body;
  // A response without an ETag is never fresh, but Koa would take `If-None-Match: *` for a match.
  if ('ETag' in headers && ctx.fresh) ctx.status = 304;
}
