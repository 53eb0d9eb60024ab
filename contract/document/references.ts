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

/** Where a reference is, and what it says. */
type PlacedReference = readonly [pointer: string, reference: string];

/** The references of a document that lead nowhere. */
export function deadReferences(document: object): PlacedReference[] {
  return referencesIn(document).filter(([, $ref]) => dereference(document, { $ref }) === undefined);
}

/** The references of a document that lead nowhere, or in a circle: a line for each, with its place. */
export function referenceFaults(document: unknown): string[] {
  const references = placedReferences(document).filter(({ $ref }) => $ref.startsWith('#/components/'));
  const next = new Map(
    references.map(({ $ref }) => {
      const target = dereference(document as object, { $ref });
      return [$ref, target === undefined ? undefined : placedReferences(target).map((reference) => reference.$ref)];
    }),
  );
  return references.flatMap(({ place, $ref }) => {
    if (next.get($ref) === undefined) return [`${place}: there is no ${$ref}`];
    const leadsBack = reaches(next, $ref, (target) => place.startsWith(`${target.slice(1)}/`));
    return leadsBack ? [`${place}: ${$ref} leads back here; allowed: references without a circle`] : [];
  });
}

/** Whether a reference, or one that it leads to, is of a kind. */
function reaches(
  next: ReadonlyMap<string, readonly string[] | undefined>,
  from: string,
  isGoal: (reference: string) => boolean,
): boolean {
  const seen = new Set([from]);
  for (const reference of seen) {
    if (isGoal(reference)) return true;
    for (const further of next.get(reference) ?? []) seen.add(further);
  }
  return false;
}

function placedReferences(part: unknown, place = ''): { readonly place: string; readonly $ref: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isRef(part)) return [{ place: `${place}/$ref`, $ref: part.$ref }];
  return Object.entries(part).flatMap(([key, item]) => placedReferences(item, pointerBelow(place, key)));
}

function referencesIn(part: unknown, pointer = '#'): PlacedReference[] {
  if (typeof part !== 'object' || part === null) return [];
  const own: PlacedReference[] = isRef(part) ? [[pointer, part.$ref]] : [];
  return [...own, ...Object.entries(part).flatMap(([key, item]) => referencesIn(item, pointerBelow(pointer, key)))];
}

/** Whether a value is a reference, whatever else it may be. */
export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}

/** A value, or what it refers to, also by other references; undefined where these lead nowhere in this document, or in a ring. */
function dereference(document: object, value: unknown, within: readonly string[] = []): unknown {
  if (!isRef(value)) return value;
  if (within.includes(value.$ref)) return undefined;
  const below = [...within, value.$ref];
  return dereference(document, targetOf(document, value.$ref, below), below);
}

/** What a document has where a reference leads. There may be references on the way. */
export function targetOf(document: object, $ref: string, within: readonly string[] = []): unknown {
  if (!$ref.startsWith('#/')) return undefined;
  return keysOf($ref).reduce<unknown>((found, key) => {
    const value = dereference(document, found, within);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }, document);
}
