/** The response that a client prefers, and how long it wants to wait for it, as the client spells them. */
export interface Preference {
  readonly code?: string | undefined;
  readonly example?: string | undefined;
  readonly wait?: string | undefined;
}

const names = ['code', 'example', 'wait'] as const;

/** The longest delay of a response, in seconds. */
const longestWait = 60;

/** A name, optionally with a value, which may be quoted. */
const pattern = /([^\s,;="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;="]*)))?/g;

/**
 * Reads a `Prefer` header (RFC 7240) with Prism's preferences `code=400, example=InvalidVerse`, and the RFC's own `wait=SECONDS`. Names are
 * case-insensitive, the first of two equal names counts, and unknown names are ignored.
 */
export function readPreference(header: string): Preference {
  const values: { [name in (typeof names)[number]]?: string } = {};
  for (const [, written = '', quoted, token = ''] of header.matchAll(pattern)) {
    const name = names.find((known) => known === written.toLowerCase());
    if (name !== undefined) values[name] ??= quoted ?? token;
  }
  return values;
}

/** The delay of a response in milliseconds, or what is allowed instead. */
export function delayOf({ wait = '0' }: Preference): number | { readonly rejected: string } {
  return /^\d{1,2}$/.test(wait) && Number(wait) <= longestWait
    ? Number(wait) * 1000
    : { rejected: `Prefer: wait must be a whole number of seconds, from 0 to ${longestWait}` };
}

/** The value of `Preference-Applied` (RFC 7240) for the preferences that were applied; undefined if none was. */
export function appliedPreferences(applied: Preference): string | undefined {
  const list = names.flatMap((name) => (applied[name] === undefined ? [] : [`${name}=${applied[name]}`]));
  return list.length === 0 ? undefined : list.join(', ');
}
