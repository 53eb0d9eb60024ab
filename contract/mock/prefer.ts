/** The response that a client prefers, as the client spells it. */
export interface Preference {
  readonly code?: string;
  readonly example?: string;
}

/** A name, optionally with a value, which may be quoted. */
const preference = /([^\s,;="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;="]*)))?/g;

/**
 * Reads a `Prefer` header (RFC 7240) with Prism's preferences: `code=400, example=InvalidVerse`. Names are case-insensitive, the first of
 * two equal names counts, and unknown names are ignored.
 */
export function readPreference(header: string): Preference {
  const values: { code?: string; example?: string } = {};
  for (const [, name = '', quoted, token = ''] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    if (key === 'code' || key === 'example') values[key] ??= quoted ?? token;
  }
  return values;
}
