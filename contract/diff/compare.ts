import { isDeepStrictEqual } from 'node:util';
import { apiCompare, type Diff } from 'api-smart-diff';
import type { Contract } from '../document.ts';
import { type Change, levels, sentence } from './change.ts';
import { checkChanges } from './checks.ts';
import { comparable, lookUp } from './comparable.ts';
import { type Documents, levelOf } from './level.ts';
import { overlooked } from './overlooked.ts';
import { whatOf, whereOf } from './words.ts';

/** A contract with what the comparison of two of them needs besides what the generated code is made of. */
export interface VersionedContract extends Contract {
  info: { title: string; version: string };
}

/** What changed from one contract to the next, the gravest first, but for the version itself. */
export function contractChanges(before: VersionedContract, after: VersionedContract): Change[] {
  const documents = { before: comparable(before), after: comparable(after) };
  const changes = [
    ...checkChanges(before, after),
    // It writes into what it is given.
    ...apiCompare(structuredClone(documents.before), structuredClone(documents.after))
      .diffs.filter((difference) => !isToldElsewhere(difference, documents))
      .map((difference) => ({
        level: levelOf(difference, documents),
        where: whereOf(difference),
        what: whatOf(difference, documents),
      })),
  ];
  changes.push(...overlooked(documents, new Set(changes.map(({ where }) => where))));
  if (changes.length === 0 && !isDeepStrictEqual(withoutVersion(before), withoutVersion(after))) {
    changes.push({ level: 'wording', where: 'the document', what: 'a name or an order changed that no message shows' });
  }
  // What several places refer to differs in each of them, and sometimes in the same words.
  const distinct = [...new Map(changes.map((change) => [sentence(change), change])).values()];
  return distinct.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

function isToldElsewhere({ path, action, ...values }: Diff, { before, after }: Documents): boolean {
  const keys = path.map(String);
  if (keys.join('/') === 'info/version') return true;
  // What lies under components is compared where it is used: only there is it a request's or a response's.
  if (keys[0] === 'components') return keys[1] !== 'securitySchemes';
  if (keys.at(-2) !== 'required') return false;
  // A member that comes or goes as a whole is a difference of its own.
  const [document, member] = action === 'add' ? [before, values.after] : [after, values.before];
  const schema = path.slice(0, -2);
  return lookUp(document, [...schema, 'properties', String(member)]) === undefined;
}

function withoutVersion({ info: { version: _, ...info }, ...rest }: VersionedContract): object {
  return { ...rest, info };
}
