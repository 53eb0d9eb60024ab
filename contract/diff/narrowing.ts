import { isDeepStrictEqual } from 'node:util';
import type { Difference, Pair } from './differences.ts';
import { asNode, type Node } from './node.ts';

/** The effect of a difference on the set of values that a schema or a limit allows. */
export type Effect = 'none' | 'narrower' | 'wider' | 'different';

/** The effect of a restriction that is new, gone or another. */
export function narrows({ before, after }: Pair): Effect {
  return before === undefined ? 'narrower' : after === undefined ? 'wider' : 'different';
}

/** The effect of a permission that is new, gone or another. */
export function widens({ before, after }: Pair): Effect {
  return narrows({ before: after, after: before });
}

/** For keywords that are true or false, and false without a value. */
export function flag(effectOf: (pair: Pair) => Effect): (pair: Pair) => Effect {
  return (pair) => {
    if ((pair.before ?? false) === (pair.after ?? false)) return 'none';
    const isSet = (value: unknown) => value === true || undefined;
    return isFlag(pair) ? effectOf({ before: isSet(pair.before), after: isSet(pair.after) }) : 'different';
  };
}

function isFlag({ before, after }: Pair): boolean {
  return [before, after].some((value) => typeof value === 'boolean');
}

/** The effect of an upper limit. */
export function upper({ before, after }: Pair): Effect {
  if (before === after) return 'none';
  if (typeof before === 'number' && typeof after === 'number') return after < before ? 'narrower' : 'wider';
  return narrows({ before, after });
}

/** The effect of a lower limit. */
export function lower({ before, after }: Pair): Effect {
  const negative = (value: unknown) => (typeof value === 'number' ? -value : value);
  return upper({ before: negative(before), after: negative(after) });
}

/** The effect of a lower limit that is 0 without a value. */
export function lowerFromZero({ before, after }: Pair): Effect {
  return lower({ before: before ?? 0, after: after ?? 0 });
}

/** The effect of `exclusiveMaximum` or `exclusiveMinimum`: a limit of its own since OpenAPI 3.1. */
export function exclusive(limit: (pair: Pair) => Effect): (pair: Pair) => Effect {
  return (pair) => (isFlag(pair) ? flag(narrows)(pair) : limit(pair));
}

/** `type` and `nullable` together list the types that a schema allows. */
export function types({ parents }: Difference): Effect {
  const [old, current] = [typesOf(asNode(parents.before)), typesOf(asNode(parents.after))];
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
export function schemas({ before = true, after = true }: Pair): Effect {
  const [old, current] = [before, after].map((schema) => isDeepStrictEqual(schema, {}) || schema);
  if (isDeepStrictEqual(old, current)) return 'none';
  if (current === false || old === true) return 'narrower';
  return old === false || current === true ? 'wider' : 'different';
}
