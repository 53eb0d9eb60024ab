import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Change, sentence } from '../../contract/diff/change.ts';
import { contractChanges } from '../../contract/diff/compare.ts';
import { readContract } from '../../contract/document/read.ts';

type Key = string | number;
type Container = Record<Key, unknown>;

/** Changes a value of a document, or what its container has at its key. */
type Mutation = (container: Container, key: Key, value: unknown) => void;

/** Adds a keyword to an object. */
const adding =
  (keyword: string): Mutation =>
  (_container, _key, value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) Object.assign(value, { [keyword]: true });
  };

/** Each leaves a value as it is if it is of another kind. */
const mutations: Readonly<Record<string, Mutation>> = {
  removed: (container, key) => {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
  },
  renamed: (container, key, value) => {
    if (Array.isArray(container)) return;
    delete container[key];
    container[`${key}X`] = value;
  },
  changed: (container, key, value) => {
    if (typeof value === 'string') container[key] = `${value}x`;
    if (typeof value === 'number') container[key] = value + 1;
    if (typeof value === 'boolean') container[key] = !value;
  },
  reversed: (_container, _key, value) => {
    if (Array.isArray(value)) value.reverse();
  },
  'with an item twice': (_container, _key, value) => {
    if (Array.isArray(value)) value.push(structuredClone(value.at(-1)));
  },
  'in a list of one': (container, key, value) => {
    container[key] = { allOf: [value] };
  },
  'with an unknown keyword': adding('foo'),
  'with a keyword that it may have by a reference': adding('required'),
};

/** The path of every value below the document itself. */
function pathsOf(value: unknown, path: readonly Key[] = []): Key[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [[...path, key], ...pathsOf(item, [...path, key])]);
}

/** A copy of a document with a mutation. It shares what is not on the path. */
function mutated(document: unknown, [key, ...rest]: readonly Key[], mutation: Mutation): unknown {
  // An earlier mutation may have removed the value.
  if (typeof document !== 'object' || document === null || key === undefined || !(key in document)) return document;
  const copy = (Array.isArray(document) ? [...document] : { ...document }) as Container;
  if (rest.length > 0) {
    copy[key] = mutated(copy[key], rest, mutation);
  } else {
    copy[key] = structuredClone(copy[key]);
    mutation(copy, key, copy[key]);
  }
  return copy;
}

/** Whether a comparison says too little: nothing, or words with a hole in them. */
function saysTooLittle(changes: readonly Change[]): boolean {
  return changes.length === 0 || changes.some((change) => /undefined|NaN|\[object/.test(sentence(change)));
}

const contract = readContract();
const paths = pathsOf(contract);

/**
 * Each run mutates every fourth place, from one that is chosen at random; a failure names that one. `.ci/run` sets CI and mutates
 * all of them.
 */
const first = randomInt(4);
const chosen = process.env['CI'] ? paths : paths.filter((_path, index) => index % 4 === first);

describe('a comparison is silent about no value of the contract', () => {
  test.each(Object.keys(mutations))(
    '%s',
    (name) => {
      let differing = 0;
      const silent = chosen.filter((path) => {
        const mutant = mutated(contract, path, mutations[name] as Mutation) as object;
        if (isDeepStrictEqual(mutant, contract)) return false;
        differing += 1;
        return saysTooLittle(contractChanges(contract, mutant));
      });
      expect({ first, silent: silent.map((path) => path.join('/')) }).toEqual({ first, silent: [] });
      expect(differing).toBeGreaterThan(5);
    },
    60_000,
  );

  test('any two contracts that differ in several', () => {
    const step = fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...Object.values(mutations)));
    const mutant = fc
      .array(step, { maxLength: 4 })
      .map(
        (steps) => steps.reduce<unknown>((copy, [path, mutation]) => mutated(copy, path, mutation), contract) as object,
      );
    fc.assert(
      fc.property(mutant, mutant, (before, after) => {
        expect(isDeepStrictEqual(before, after) || !saysTooLittle(contractChanges(before, after))).toBe(true);
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  test('and says nothing of a contract that is the same', () => {
    expect(contractChanges(contract, readContract())).toEqual([]);
  });
});
