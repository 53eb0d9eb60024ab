import type { Context } from 'koa';

/** One documented response: what the generated code makes of the contract. A body that is no text is sent as JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: object | string;
}

/** Makes `response` Koa's response. The headers come first: Koa gives a body without a Content-Type one of its own. */
export function send(ctx: Context, { status, headers, body }: ApiResponse): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  ctx.body = body;
}
