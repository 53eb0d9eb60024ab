import { keysOf, pointerBelow } from './pointer.ts';
import type { Ref } from './types.ts';

/** The last segment of a reference: `#/components/schemas/Unauthorized` gives `Unauthorized`. */
export function refName({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/**
 * Returns a value itself, or the value that it refers to. The value may have references of its own.
 *
 * @param pointer the place of the value, for the error
 * @throws Error that names the place, where the reference leads nowhere
 */
export function resolve<Value>(document: object, pointer: string, value: Value | Ref): Value {
  const resolved = dereference(document, value);
  if (resolved === undefined && isRef(value)) throw new Error(`${pointer}: there is no ${value.$ref}`);
  return resolved as Value;
}

/**
 * A copy of a part of a document without references: whatever they refer to stands in their place. A schema that refers to itself contains itself.
 *
 * @param pointer the place of the part, for the error
 * @throws Error that names the place, where a reference leads nowhere
 */
export function resolveAll<Part>(document: object, pointer: string, part: unknown): Part {
  const copies = new Map<object, Record<string, unknown>>();
  const copyOf = (place: string, written: unknown): unknown => {
    const value = resolve(document, place, written);
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
    copies.set(value, copy);
    const own = isRef(written) ? written.$ref : place;
    for (const [key, item] of Object.entries(value)) copy[key] = copyOf(pointerBelow(own, key), item);
    return copy;
  };
  return copyOf(pointer, part) as Part;
}

/**
 * The references in a part of a document that lead nowhere, each with its place.
 *
 * @param pointer the place of the part
 */
export function* deadReferences(
  document: object,
  pointer: string,
  part: unknown,
): Generator<readonly [pointer: string, reference: string]> {
  if (isRef(part) && dereference(document, part) === undefined) yield [pointer, part.$ref];
  if (typeof part !== 'object' || part === null) return;
  for (const [key, item] of Object.entries(part)) yield* deadReferences(document, pointerBelow(pointer, key), item);
}

/** Whether a value is a reference, whatever else it may be. */
export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}

/** A value, or what it refers to; undefined where the reference leads nowhere in this document. There may be references on the way. */
function dereference(document: object, value: unknown): unknown {
  if (!isRef(value)) return value;
  if (!value.$ref.startsWith('#/')) return undefined;
  return keysOf(value.$ref).reduce<unknown>(
    (found, key) => dereference(document, (found as Record<string, unknown> | undefined)?.[key]),
    document,
  );
}
