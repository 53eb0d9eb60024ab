import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { submitVerseOperation } from '../generated/operations.ts';
import { withoutStackTraces } from '../without-stack-traces.ts';
import { isCutShort } from './client-errors.ts';
import type { JsonBody } from './request.ts';

/**
 * koa-bodyparser receives, inflates and limits the body. It neither heeds the charset nor notices bytes that do not
 * decode, so it leaves the bytes as they are, and they are decoded and parsed here.
 */
const options: bodyParser.Options & { encoding: null } = {
  enableTypes: ['text'],
  encoding: null,
  textLimit: `${submitVerseOperation.maxBodyBytes}b`,
};
const receive = bodyParser(options);

/**
 * Reads the body as JSON, whatever its Content-Type says (check 2). An absent body, `null` and JSON that is no object
 * have no members.
 */
export async function readJson(ctx: Context): Promise<JsonBody> {
  const { headers } = ctx.req;
  const { charset } = ctx.request;
  headers['content-type'] = 'text/plain'; // what the parser is set to take
  // The names of content codings are case-insensitive (RFC 9110); the parser knows them in lower case.
  const coding = headers['content-encoding'];
  if (coding !== undefined) headers['content-encoding'] = coding.toLowerCase();
  try {
    await receive(ctx, async () => {});
    if (isCutShort(ctx.req)) return { refused: 'not JSON' };
  } catch (error) {
    ctx.req.unpipe().resume(); // what is left of it stands in the way of the connection's next request
    // Everything that goes wrong in here is the request's doing: its length, its encoding, or that it was cut short.
    return { refused: (error as { status?: number }).status === 413 ? 'too large' : 'not JSON' };
  }
  const bytes = ctx.request.rawBody as unknown as Buffer | undefined;
  try {
    const json = withoutStackTraces(() => parse(bytes, charset));
    return { members: typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {} };
  } catch {
    return { refused: 'not JSON' };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws when the charset is not known, the bytes are not in it, or the text is not JSON */
function parse(bytes: Buffer | undefined, charset: string): unknown {
  if (bytes === undefined || bytes.length === 0) return {};
  const decoder = charset === '' ? utf8 : new TextDecoder(charset, { fatal: true });
  const text = decoder.decode(bytes);
  return text === '' ? {} : JSON.parse(text);
}
