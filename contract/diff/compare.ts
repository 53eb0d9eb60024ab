import { isDeepStrictEqual } from 'node:util';
import { isMethod } from '../document.ts';
import { type Change, code, levels, sentence } from './change.ts';
import { checkChanges } from './checks.ts';
import { comparable, operationName } from './comparable.ts';
import { differences } from './differences.ts';
import { asNode, type Node } from './node.ts';
import { withNewNames } from './renames.ts';
import { levelOf } from './rules.ts';
import { whatOf, whereOf } from './words.ts';

/**
 * The changes from one contract to the next, the most severe first. It is empty only for two contracts that are equal.
 *
 * @param before an OpenAPI 3 document, as parsed from its YAML; it need not be valid
 */
export function contractChanges(before: object, after: object): Change[] {
  const current = after as Node;
  const { renamed, changes: renames } = withNewNames(before as Node, current);
  const changes = [
    ...checkChanges(renamed, current),
    ...differences(comparable(renamed, current), comparable(current, renamed)).map((difference) => ({
      level: levelOf(difference),
      where: whereOf(difference),
      what: whatOf(difference),
    })),
    ...renames,
  ];
  changes.push(...sameInOtherWords(renamed, current, changes));
  if (changes.length === 0 && !isDeepStrictEqual(before, after)) changes.push(inOtherWords('the document'));
  // A change to a shared component appears at each of its uses, sometimes with the same sentence.
  const distinct = [...new Map(changes.map((change) => [sentence(change), change])).values()];
  return distinct.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

/** The parts that differ without a change in them, such as an operation with a parameter that was its path's. */
function sameInOtherWords(before: Node, after: Node, changes: readonly Change[]): Change[] {
  const current = parts(after);
  return [...parts(before)]
    .filter(([where, part]) => current.has(where) && !isDeepStrictEqual(part, current.get(where)))
    .filter(([where]) => !changes.some((change) => change.where.startsWith(where)))
    .map(([where]) => inOtherWords(where));
}

function inOtherWords(where: string): Change {
  return { level: 'wording', where, what: 'it is written differently and means the same' };
}

/** What is not compared as it is written, by the place as `whereOf` names it: each operation, the rest of each path, and what they inherit. */
function parts({ paths, security, servers }: Node): Map<string, unknown> {
  const ofPaths = Object.entries(asNode(paths)).flatMap(([path, item]) => {
    const entries = Object.entries(asNode(item));
    const others = Object.fromEntries(entries.filter(([key]) => !isMethod(key)));
    const operations = entries.filter(([key]) => isMethod(key));
    return [
      [code(path), others] as const,
      ...operations.map(([method, operation]) => [code(operationName(method, path)), operation] as const),
    ];
  });
  return new Map([...ofPaths, ["the document's `security`", security], ["the document's `servers`", servers]]);
}
