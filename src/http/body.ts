import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import type { JsonBody } from '../generated/operations.ts';
import { isCutShort } from './client-errors.ts';

/**
 * What reads a body as JSON, whatever its Content-Type says. An absent body, `null` and JSON that is no object have no members.
 *
 * @param maxBytes how large a body may be once decompressed
 */
export function createReadJson(maxBytes: number): (ctx: Context) => Promise<JsonBody<string>> {
  const options: bodyParser.Options & { onProtoPoisoning: 'ignore' } = {
    enableTypes: ['json'],
    detectJSON: () => true,
    strict: false,
    jsonLimit: `${maxBytes}b`,
    onProtoPoisoning: 'ignore', // `__proto__` is the name of a member like any other
  };
  const parseBody = bodyParser(options);

  return async (ctx) => {
    // The names of content codings are case-insensitive (RFC 9110); the parser knows them in lower case.
    const coding = ctx.req.headers['content-encoding'];
    if (coding !== undefined) ctx.req.headers['content-encoding'] = coding.toLowerCase();
    try {
      await parseBody(ctx, async () => {});
    } catch (error) {
      ctx.req.unpipe().resume(); // what is left of the body stands in the way of the connection's next request
      // Everything that goes wrong in here is the request's doing: its length, its encoding, its syntax, or that it was cut short.
      return { rejected: (error as { status?: number }).status === 413 ? 'too large' : 'not JSON' };
    }
    // The parser takes every body for UTF-8, as JSON is (RFC 8259), and one that ends early for the whole.
    if (isCutShort(ctx.req) || !/^(utf-?8)?$/i.test(ctx.request.charset)) return { rejected: 'not JSON' };
    const { body } = ctx.request;
    return { members: typeof body === 'object' && body !== null ? body : {} };
  };
}
