import type { IncomingMessage } from 'node:http';
import bodyParser from 'koa-bodyparser';
import type { Context } from './state.ts';

/** The members of a body, or the reason why it was not read. */
type ReadJson = (
  ctx: Context,
) => Promise<{ readonly members: Readonly<Record<string, unknown>> } | { readonly rejected: Unreadable }>;

export type Unreadable = 'too large' | 'not JSON';

const truncated = new WeakSet<IncomingMessage>();

/** Marks a request whose body ended early or became invalid HTTP. */
export function markTruncated(request: IncomingMessage): void {
  truncated.add(request);
}

export function isTruncated(request: IncomingMessage): boolean {
  return truncated.has(request);
}

/**
 * Returns a function that reads a body as JSON. An absent body, `null` and JSON that is not an
 * object have no members.
 *
 * @param maxBytes the size limit of a body after decompression
 * @param isTypeRequired whether a body counts as JSON only with the Content-Type
 *   `application/json`, which a form cannot send; otherwise the Content-Type changes nothing
 */
export function createReadJson(maxBytes: number, isTypeRequired = false): ReadJson {
  const options: bodyParser.Options & { onProtoPoisoning: 'ignore' } = {
    enableTypes: ['json'],
    detectJSON: () => true,
    strict: false,
    jsonLimit: `${maxBytes}b`,
    onProtoPoisoning: 'ignore', // `__proto__` is a member name like any other
  };
  const parseBody = bodyParser(options);

  return async (ctx) => {
    if (isTypeRequired && !ctx.is('application/json')) return { rejected: 'not JSON' };
    // The names of content codings are case-insensitive (RFC 9110). The parser expects lower case.
    const coding = ctx.req.headers['content-encoding'];
    if (coding !== undefined) ctx.req.headers['content-encoding'] = coding.toLowerCase();
    try {
      await parseBody(ctx, async () => {});
    } catch (error) {
      ctx.req.unpipe().resume(); // the rest of the body would block the connection's next request
      // Every error here is the client's: the length, the encoding or the syntax of the body, or a
      // body that was cut short.
      return { rejected: (error as { status?: number }).status === 413 ? 'too large' : 'not JSON' };
    }
    // The parser reads every body as UTF-8, the encoding of JSON (RFC 8259), with U+FFFD for bytes
    // that are not, and does not notice that a body was cut short.
    const { body, charset, rawBody } = ctx.request;
    if (isTruncated(ctx.req) || !/^(utf-?8)?$/i.test(charset) || String(rawBody).includes('\ufffd')) {
      return { rejected: 'not JSON' };
    }
    return { members: isObject(body) ? body : {} };
  };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null;
}
