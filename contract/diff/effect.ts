import { isDeepStrictEqual } from 'node:util';
import { sample, stringMatching } from 'fast-check';
import type { Difference, Pair } from './differences.ts';
import { asNode, type Node } from './node.ts';

/** The effect of a difference on the set of values that a schema or a limit allows. */
export type Effect = 'none' | 'narrower' | 'wider' | 'different';

/** A schema with one of these allows fewer values than without. */
const constraints = new Set(['format', 'multipleOf', 'enum', 'oneOf', 'anyOf', 'allOf', 'contains', 'propertyNames']);
/** The values of these are true or false, and false means the same as nothing. */
const flags: Readonly<Record<string, Effect>> = {
  required: 'narrower',
  uniqueItems: 'narrower',
  exclusiveMaximum: 'narrower',
  exclusiveMinimum: 'narrower',
  allowEmptyValue: 'wider',
  allowReserved: 'wider',
  // They have their effect on the side that does not have the member.
  readOnly: 'none',
  writeOnly: 'none',
};
const opposite: Readonly<Record<Effect, Effect>> = {
  none: 'none',
  narrower: 'wider',
  wider: 'narrower',
  different: 'different',
};

/** The effect of a difference; undefined where its keyword has none on the values. */
export function effectOf({ path, side, before, after, parents }: Difference): Effect | undefined {
  const { keyword, name } = path.at(-1) ?? { keyword: '' };
  const isNew = before === undefined;
  if (keyword === 'type' || keyword === 'nullable') return typeEffect(parents);
  if (name !== undefined) return itemEffect(keyword, before, after);
  const flag = flags[keyword];
  if (flag !== undefined && [before, after].some((value) => typeof value === 'boolean')) {
    if ((before ?? false) === (after ?? false)) return 'none';
    return after === true ? flag : opposite[flag];
  }
  if (/^(exclusiveM|m)ax|^x-max/.test(keyword)) return limitEffect(before, after);
  if (/^min(Length|Items|Properties)$/.test(keyword)) return limitEffect(negative(before ?? 0), negative(after ?? 0));
  if (/^(exclusiveM|m)in/.test(keyword)) return limitEffect(negative(before), negative(after));
  if (keyword === 'additionalProperties' || keyword === 'items') return schemaEffect(before ?? true, after ?? true);
  if (keyword === 'pattern' && typeof before === 'string' && typeof after === 'string')
    return side === 'response' ? patternEffect(before, after) : 'different';
  if (!constraints.has(keyword) && keyword !== 'pattern') return undefined;
  if (isNew) return 'narrower';
  return after === undefined ? 'wider' : 'different';
}

/** The effect of an item of a list that is new, gone or another. */
function itemEffect(keyword: string, before: unknown, after: unknown): Effect | undefined {
  if (keyword === 'required' || keyword === 'allOf') return before === undefined ? 'narrower' : 'wider';
  if (!['enum', 'oneOf', 'anyOf'].includes(keyword)) return undefined;
  if (before === undefined) return 'wider';
  return after === undefined ? 'narrower' : 'different';
}

/** `type` and `nullable` together list the types that a schema allows. */
function typeEffect({ before, after }: Pair): Effect {
  const [old, current] = [typesOf(asNode(before)), typesOf(asNode(after))];
  const [keepsAll, addsNone] = [allows(current, old), allows(old, current)];
  if (keepsAll) return addsNone ? 'none' : 'wider';
  return addsNone ? 'narrower' : 'different';
}

/** Undefined where a schema allows every type. */
function typesOf({ type, nullable }: Node): readonly unknown[] | undefined {
  return type === undefined ? undefined : [type, nullable === true ? ['null'] : []].flat(2);
}

function allows(types: readonly unknown[] | undefined, others: readonly unknown[] | undefined): boolean {
  if (types === undefined || others === undefined) return types === undefined;
  return others.every((type) => types.includes(type) || (type === 'integer' && types.includes('number')));
}

/** The effect of another schema for members or items that no other keyword names; `true` and an empty one allow everything. */
function schemaEffect(before: unknown, after: unknown): Effect {
  const [old, current] = [before, after].map((schema) => isDeepStrictEqual(schema, {}) || schema);
  if (isDeepStrictEqual(old, current)) return 'none';
  if (current === false || old === true) return 'narrower';
  return old === false || current === true ? 'wider' : 'different';
}

/**
 * Compares two patterns by a thousand random texts that match each. A difference that is rarer than that is missed: two patterns which seem to
 * match the same count as different, and so do those for which no texts can be made up.
 */
function patternEffect(before: string, after: string): Effect {
  const matchesAll = (pattern: string, texts: string) =>
    sample(stringMatching(new RegExp(texts)), { numRuns: 1_000, seed: 0 }).every((text) =>
      new RegExp(pattern).test(text),
    );
  try {
    const keepsBefore = matchesAll(after, before);
    const addsNothing = matchesAll(before, after);
    if (keepsBefore === addsNothing) return 'different';
    return keepsBefore ? 'wider' : 'narrower';
  } catch {
    return 'different';
  }
}

/** The effect of an upper limit. */
function limitEffect(before: unknown, after: unknown): Effect {
  if (before === after) return 'none';
  if (typeof before === 'number' && typeof after === 'number') return after < before ? 'narrower' : 'wider';
  if (before === undefined) return 'narrower';
  return after === undefined ? 'wider' : 'different';
}

function negative(value: unknown): unknown {
  return typeof value === 'number' ? -value : value;
}
