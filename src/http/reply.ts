import type { Context } from 'koa';

/** One documented response: what the generated code makes of the contract. A body that is no text is sent as JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: object | string;
}

/** Answers with `reply`, which `writeReplies` writes when all middleware is through. The last one given counts. */
export function send(ctx: Context, reply: Reply): void {
  ctx.status = reply.status;
  ctx.state['reply'] = reply;
}
