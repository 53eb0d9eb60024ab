import type { Context } from './state.ts';

/** A documented response, made by the generated code. A body that is not text is sent as JSON; a 204 has none. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object | string;
}

/** Copies a response to Koa's. The headers come before the body, since Koa sets a Content-Type for a body that has none. */
export function send(ctx: Context, { status, headers, body }: ApiResponse): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  ctx.body = body;
}
