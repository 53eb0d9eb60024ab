import { isMethod } from '../document/types.ts';
import { code } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Difference, Step } from './differences.ts';
import { kinds } from './renames.ts';

/** The place of a difference: an operation's response, an operation's request, or a part of the document. */
export function whereOf({ path }: Difference): string {
  const [first, second, third] = path;
  if (first?.keyword === 'components') {
    if (second === undefined) return 'the document';
    const kind = kinds[second.keyword] ?? second.keyword;
    return second.name === undefined ? `the document's ${code(second.keyword)}` : `the ${kind} ${code(second.name)}`;
  }
  if (first?.keyword !== 'paths' || first.name === undefined) {
    return first === undefined || ['info', 'openapi'].includes(first.keyword)
      ? 'the document'
      : `the document's ${code(first.keyword)}`;
  }
  if (first.name === sharedPath) return `${third?.name} of no operation`;
  if (second === undefined || !isMethod(second.keyword)) return code(first.name);
  const operation = code(`${second.keyword.toUpperCase()} ${first.name}`);
  if (third?.keyword === 'responses' && third.name !== undefined) return `${operation} ${third.name}`;
  return third?.keyword === 'requestBody' || third?.keyword === 'parameters' ? `${operation} request` : operation;
}

/** The member, header, parameter or body at a path; empty where it is the place itself. */
export function ownerOf(path: readonly Step[]): string {
  const members = membersOf(path);
  if (members.length > 0) return code(members.join('.'));
  const named = (keyword: string) =>
    path[0]?.keyword === 'paths' ? path.find((step) => step.keyword === keyword)?.name : undefined;
  const [header, parameter, check] = [named('headers'), named('parameters'), named('x-checks')];
  if (header !== undefined) return `the header ${code(header)}`;
  if (parameter !== undefined) return `the ${parameterName(parameter)}`;
  if (check !== undefined) return `the check ${code(check)}`;
  if (path.some(({ keyword }) => keyword === 'requestBody' || keyword === 'content')) return 'the body';
  // The rest are extensions and parts of the document, which their keys name.
  return keysOf(path.slice(placeLength(path)))
    .slice(path[0]?.keyword === 'paths' || path[0]?.keyword === 'components' ? 0 : 1)
    .map(code)
    .join(' ');
}

/** The owner of what is at a path, as the end of a sentence. */
export function of(path: readonly Step[]): string {
  const owner = ownerOf(path.slice(0, -1));
  return owner === '' ? '' : ` of ${owner}`;
}

/** @param identity as `parameterIdentity` gives it */
export function parameterName(identity: string): string {
  const [, place, name] = /^(\w+) (.*)$/.exec(identity) ?? [];
  if (name === undefined) return `parameter ${code(identity)}`;
  return `${place === 'header' ? 'header' : `${place} parameter`} ${code(name)}`;
}

/** How many steps of a path `whereOf` names. Of a part of the document, it names the keyword only. */
function placeLength([first, second, third]: readonly Step[]): number {
  if (first?.keyword === 'components') return 2;
  if (first?.keyword !== 'paths') return 0;
  if (!isMethod(second?.keyword ?? '')) return 1;
  return third?.keyword === 'responses' ? 3 : 2;
}

/** The keys of a document that a path goes through. */
export function keysOf(path: readonly Step[]): string[] {
  return path.flatMap(({ keyword, name }) => (name === undefined ? [keyword] : [keyword, name]));
}

/** The names of the members on the way to a path. */
export function membersOf(path: readonly Step[]): string[] {
  return path.flatMap(({ keyword, name }) => (keyword === 'properties' && name !== undefined ? [name] : []));
}
