import type { Context } from 'koa';

/** One documented response: what the generated code makes of the contract. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: object | string;
}

export function send(ctx: Context, { status, headers, body }: Reply): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, String(value));
  ctx.body = body;
}
