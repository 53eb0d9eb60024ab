/** Which answer a client prefers, as it spells it. */
export interface Preference {
  readonly code?: string;
  readonly example?: string;
}

/** A name, then perhaps a value, which may be quoted. */
const preference = /([^\s,;="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;="]*)))?/g;

/**
 * Reads a `Prefer` header (RFC 7240): `code=400, example=InvalidVerse`, as Prism has it. Names have no case, the first of
 * two counts, and names that are not known are to be ignored.
 */
export function readPreference(header: string): Preference {
  const values: { code?: string; example?: string } = {};
  for (const [, name = '', quoted, token = ''] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    if (key === 'code' || key === 'example') values[key] ??= quoted ?? token;
  }
  return values;
}
