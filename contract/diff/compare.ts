import { isDeepStrictEqual } from 'node:util';
import { apiCompare, type Diff } from 'api-smart-diff';
import { type Contract, lookUp } from '../document.ts';
import { type Change, levels, sentence } from './change.ts';
import { checkChanges } from './checks.ts';
import { comparable } from './comparable.ts';
import { type Documents, levelOf } from './level.ts';
import { overlooked } from './overlooked.ts';
import { whatOf, whereOf } from './words.ts';

/**
 * The changes from one contract to the next, the most severe first; the version itself is none.
 *
 * api-smart-diff finds most of them. The levels and the sentences are ours: it knows neither extensions such as `x-checks` nor headers, and
 * openapi-diff, the other kept library, saw 23 of 66 breaking changes that we tried.
 */
export function contractChanges(before: Contract, after: Contract): Change[] {
  const documents = { before: comparable(before), after: comparable(after) };
  const changes = [
    ...checkChanges(before, after),
    // It modifies its arguments.
    ...apiCompare(structuredClone(documents.before), structuredClone(documents.after))
      .diffs.filter((difference) => !isCoveredElsewhere(difference, documents))
      .map((difference) => ({
        level: levelOf(difference, documents),
        where: whereOf(difference),
        what: whatOf(difference, documents),
      })),
  ];
  changes.push(...overlooked(documents, new Set(changes.map(({ where }) => where))));
  if (changes.length === 0 && !isDeepStrictEqual(withoutVersion(before), withoutVersion(after))) {
    changes.push({
      level: 'wording',
      where: 'the document',
      what: 'a name or an order changed that no request or response shows',
    });
  }
  // A change to a shared component appears at each of its uses, sometimes with the same sentence.
  const distinct = [...new Map(changes.map((change) => [sentence(change), change])).values()];
  return distinct.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

function isCoveredElsewhere({ path, action, ...values }: Diff, { before, after }: Documents): boolean {
  const keys = path.map(String);
  if (keys.join('/') === 'info/version') return true;
  // Components are compared where they are used: only there is it known whether they belong to a request or to a response.
  if (keys[0] === 'components') return keys[1] !== 'securitySchemes';
  if (keys.at(-2) !== 'required') return false;
  // A member that is added or removed as a whole is a difference of its own.
  const [document, member] = action === 'add' ? [before, values.after] : [after, values.before];
  const schema = path.slice(0, -2);
  return lookUp(document, [...schema, 'properties', String(member)]) === undefined;
}

function withoutVersion({ info: { version: _, ...info }, ...rest }: Contract): object {
  return { ...rest, info };
}
