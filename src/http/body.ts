import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { submitVerseOperation } from '../generated/operations.ts';
import { isCutShort } from './client-errors.ts';
import type { JsonBody } from './request.ts';

/**
 * koa-bodyparser receives, inflates and limits the body. It neither heeds the charset nor notices bytes that do not
 * decode, so it reads latin1, one character a byte, and the bytes are decoded and parsed here.
 */
const options: bodyParser.Options & { encoding: string } = {
  enableTypes: ['json'],
  detectJSON: () => true,
  strict: false,
  encoding: 'latin1',
  jsonLimit: `${submitVerseOperation.maxBodyBytes}b`,
  onerror(error, ctx) {
    const { body } = error as { body?: unknown };
    if (typeof body !== 'string') throw error;
    ctx.request.rawBody = body; // received whole, though its bytes are no JSON: they may be UTF-16
  },
};
const receive = bodyParser(options);

/**
 * Reads the body as JSON, whatever its Content-Type says (check 2). An absent body, `null` and JSON that is no object
 * have no members.
 */
export async function readJson(ctx: Context): Promise<JsonBody> {
  // The names of content codings are case-insensitive (RFC 9110); the parser knows them in lower case.
  const coding = ctx.req.headers['content-encoding'];
  if (coding !== undefined) ctx.req.headers['content-encoding'] = coding.toLowerCase();
  try {
    await receive(ctx, async () => {});
    if (isCutShort(ctx.req)) return { refused: 'not JSON' };
  } catch (error) {
    ctx.req.unpipe().resume(); // what is left of it stands in the way of the connection's next request
    // Everything that goes wrong in here is the request's doing: its length, its encoding, or that it was cut short.
    return { refused: (error as { status?: number }).status === 413 ? 'too large' : 'not JSON' };
  }
  try {
    const text = decode(Buffer.from(String(ctx.request.rawBody ?? ''), 'latin1'), ctx.request.charset);
    const json: unknown = text === '' ? {} : JSON.parse(text);
    return { members: typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {} };
  } catch {
    return { refused: 'not JSON' };
  }
}

/** @throws when the charset is not known, or the bytes are not in it */
function decode(bytes: Buffer, charset: string): string {
  return new TextDecoder(charset || 'utf-8', { fatal: true }).decode(bytes);
}
