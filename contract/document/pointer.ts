import type { Ref } from './types.ts';

/** The JSON pointer (RFC 6901) of a part of a document, e.g. `#/paths/~1api~1submit-verse/post`. */
export function pointerTo(...path: string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The keys on the way to a part of a document: the inverse of `pointerTo`. */
export function keysOf(pointer: string): string[] {
  const [, ...keys] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys;
}

/** Looks up a path in a document, following references; undefined where the path leads nowhere. */
export function lookUp(document: object, path: readonly PropertyKey[]): unknown {
  let found: unknown = document;
  for (const key of path) {
    found = dereference(document, (found as Record<PropertyKey, unknown> | undefined)?.[key]);
  }
  return found;
}

/** Returns a value itself, or the value that it refers to; undefined where the reference leads nowhere. */
export function dereference<Value>(document: object, value: Value | Ref): Value | undefined {
  const reference = (value as Partial<Ref> | null | undefined)?.$ref;
  return (typeof reference === 'string' ? lookUp(document, keysOf(reference)) : value) as Value | undefined;
}

/**
 * Returns a value itself, or the value that it refers to.
 *
 * @param pointer the place of the value, for the error
 * @throws Error that names the place, where the reference leads nowhere
 */
export function resolve<Value>(document: object, pointer: string, value: Value | Ref): Value {
  const resolved = dereference(document, value);
  if (resolved === undefined) throw new Error(`${pointer}: there is no ${(value as Ref).$ref}`);
  return resolved;
}

/** The JSON pointer of the same part without a reference on the way, for tools that do not follow them. */
export function directPointer(document: object, pointer: string): string {
  return keysOf(pointer).reduce((place, key) => {
    const value = (lookUp(document, keysOf(place)) as Record<string, Partial<Ref> | undefined> | undefined)?.[key];
    return value?.$ref ?? pointerTo(...keysOf(place), key);
  }, '#');
}

/** The last segment of a reference: `#/components/schemas/Unauthorized` gives `Unauthorized`. */
export function refName({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
