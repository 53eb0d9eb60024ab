import { setTimeout as wait } from 'node:timers/promises';
import { type ApiResponse, send } from '../../src/api/response.ts';
import type { Router } from '../../src/api/router.ts';
import type { Middleware } from '../../src/api/state.ts';
import type { Examples, Wanted } from './examples.ts';

/**
 * The response that a client prefers, and how long it wants to wait for it, as the client spells
 * them.
 */
interface Preference extends Wanted {
  readonly wait?: string | undefined;
}

/** A contract that the mock serves. */
export interface MockedContract {
  readonly router: Router;
  /** By the operation's id. */
  readonly examples: ReadonlyMap<string, Examples>;
}

const names = ['code', 'example', 'wait'] as const;

/** The longest delay of a response, in seconds. */
const longestWait = 60;

/** A name, optionally with a value, which may be quoted. */
const pattern = /([^\s,;="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;="]*)))?/g;

/**
 * Reads a `Prefer` header (RFC 7240) with Prism's preferences `code=400, example=InvalidVerse`, and
 * the RFC's own `wait=SECONDS`. Names are case-insensitive, the first of two equal names counts,
 * and unknown names are ignored.
 */
function readPreference(header: string): Preference {
  const values: { [name in (typeof names)[number]]?: string } = {};
  for (const [, written = '', quoted, token = ''] of header.matchAll(pattern)) {
    const name = names.find((known) => known === written.toLowerCase());
    if (name !== undefined) values[name] ??= quoted ?? token;
  }
  return values;
}

/** The delay of a response in milliseconds, or what is allowed instead. */
function delayOf({ wait = '0' }: Preference): number | { readonly rejected: string } {
  return /^\d{1,2}$/.test(wait) && Number(wait) <= longestWait
    ? Number(wait) * 1000
    : { rejected: `Prefer: wait must be a whole number of seconds, from 0 to ${longestWait}` };
}

/**
 * The value of `Preference-Applied` (RFC 7240) for the preferences that were applied; undefined if
 * none was.
 */
function appliedPreferences(applied: Preference): string | undefined {
  const list = names.flatMap((name) => (applied[name] === undefined ? [] : [`${name}=${applied[name]}`]));
  return list.length === 0 ? undefined : list.join(', ');
}

/**
 * Returns middleware that responds as the header `Prefer` wants, with or without a token. A
 * preferred success comes from the request itself if it has one; any other preferred response is an
 * example, and the request changes nothing.
 *
 * @param contracts each with its router, and its examples by the operation's id
 */
export function preferExamples(contracts: readonly MockedContract[]): Middleware {
  return async (ctx, next) => {
    ctx.vary('Prefer'); // a chapter may be cached
    const preference = readPreference(ctx.get('Prefer'));
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const [preferred] = contracts.flatMap(({ router, examples }) => {
      const operation = router.matchOperation({ method, path: ctx.path, headers: {} });
      return examples.get(operation?.operationId ?? '')?.preferred(preference) ?? [];
    });
    const delay = delayOf(preference);
    if (typeof delay === 'object') return send(ctx, rejectPreference(delay.rejected));
    if (preferred !== undefined && 'rejected' in preferred) return send(ctx, rejectPreference(preferred.rejected));

    await wait(delay, undefined, { ref: false });
    const applied = appliedPreferences(preferred === undefined ? { wait: preference.wait } : preference);
    if (applied !== undefined) ctx.set('Preference-Applied', applied);

    if (preferred === undefined) return await next();
    if (preferred.status < 300 && preference.example === undefined) {
      const headers = Object.keys(ctx.response.headers);
      await next();
      if (ctx.status === preferred.status) return;
      // The headers of a rejection, such as WWW-Authenticate, are not the preferred response's.
      for (const name of Object.keys(ctx.response.headers)) if (!headers.includes(name)) ctx.remove(name);
    }
    send(ctx, preferred);
  };
}

/**
 * The contract does not have this status, so a frontend's test cannot mistake this response for the
 * service's.
 */
function rejectPreference(error: string): ApiResponse {
  return { status: 422, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: { error } };
}
