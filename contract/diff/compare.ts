import { isDeepStrictEqual } from 'node:util';
import { type Change, levels, sentence } from './change.ts';
import { comparable } from './comparable.ts';
import { differences } from './differences.ts';
import type { Node } from './node.ts';
import { whereOf } from './places.ts';
import { withNewNames } from './renames.ts';
import { levelOf, whatOf } from './rules.ts';

/** What there is to say of documents that differ without a change in them, such as an operation with a parameter that was its path's. */
const inOtherWords: Change = {
  level: 'wording',
  where: 'the document',
  what: 'it is written differently and means the same',
};

/**
 * The changes from one contract to the next, the most severe first. It is empty only for two contracts that are equal.
 *
 * @param before an OpenAPI 3 document, as parsed from its YAML; it need not be valid
 */
export function contractChanges(before: object, after: object): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  const current = after as Node;
  const { renamed, changes: renames } = withNewNames(before as Node, current);
  const changes = [
    ...differences(comparable(renamed, current), comparable(current, renamed)).map((difference) => ({
      level: levelOf(difference),
      where: whereOf(difference),
      what: whatOf(difference),
    })),
    ...renames,
  ];
  // A change to a shared component appears at each of its uses, sometimes with the same sentence.
  const distinct = new Map((changes.length > 0 ? changes : [inOtherWords]).map((change) => [sentence(change), change]));
  return [...distinct.values()].toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}
