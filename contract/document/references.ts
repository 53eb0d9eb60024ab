import { keysOf, pointerBelow, pointerTo } from './pointer.ts';
import type { Ref } from './types.ts';

/** The last segment of a reference: `#/components/schemas/Unauthorized` gives `Unauthorized`. */
export function refName({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Whether a value is a reference. */
export function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}

/**
 * Returns a value itself, or the component that it refers to. What is below may have references of
 * its own.
 */
export function resolve<Value>(document: object, value: Value | Ref): Value {
  return isRef(value) ? (targetOf(document, value.$ref) as Value) : value;
}

/**
 * A deep copy of a part of a contract, with every `$ref` replaced by its target.
 */
export function resolveAll<Part>(document: object, part: unknown): Part {
  const copies = new Map<object, unknown>();
  const copyOf = (written: unknown): unknown => {
    const value = resolve(document, written);
    if (typeof value !== 'object' || value === null) return value;
    if (!copies.has(value)) {
      const copy = Array.isArray(value)
        ? value.map(copyOf)
        : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
      copies.set(value, copy);
    }
    return copies.get(value);
  };
  return copyOf(part) as Part;
}

/**
 * The references of a document that lead nowhere, or in a circle: a line for each, with its place;
 * none where the headers or the schemas are missing as a whole, which the profile requires.
 */
export function referenceFaults(document: unknown): string[] {
  if (['headers', 'schemas'].some((kind) => targetOf(document, pointerTo('components', kind)) === undefined)) return [];
  const references = referencesIn(document).filter(({ $ref }) => $ref.startsWith('#/components/'));
  const next = new Map(
    references.map(({ $ref }) => {
      const target = targetOf(document, $ref);
      return [$ref, target === undefined ? undefined : referencesIn(target).map((reference) => reference.$ref)];
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

function referencesIn(part: unknown, place = ''): { readonly place: string; readonly $ref: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isRef(part)) return [{ place: `${place}/$ref`, $ref: part.$ref }];
  return Object.entries(part).flatMap(([key, item]) => referencesIn(item, pointerBelow(place, key)));
}

/** What a document has where a reference leads. */
function targetOf(document: unknown, $ref: string): unknown {
  if (!$ref.startsWith('#/')) return undefined;
  return keysOf($ref).reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string, unknown>)[key]
        : undefined,
    document,
  );
}
