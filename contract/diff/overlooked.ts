import { isDeepStrictEqual } from 'node:util';
import { dereference } from '../document.ts';
import { type Change, code } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Documents } from './level.ts';

/**
 * Every request, response and operation that differs, although no change was found in it. api-smart-diff does not know every part of OpenAPI,
 * and a release must not depend on it: a change that it misses counts as breaking.
 *
 * @param found the places of the changes that were found
 */
export function overlooked({ before, after }: Documents, found: ReadonlySet<string>): Change[] {
  const current = messagesOf(after);
  return [...messagesOf(before)]
    .filter(
      ([where, message]) => !found.has(where) && current.has(where) && !isDeepStrictEqual(message, current.get(where)),
    )
    .map(([where]) => ({ level: 'breaking', where, what: 'something changed that this comparison cannot describe' }));
}

/** Each request, each response and the rest of each operation, by the place as `whereOf` names it. */
function messagesOf(document: object): Map<string, unknown> {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  const messages = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses = {}, requestBody, parameters, ...rest }]) => {
      const name = code(`${method.toUpperCase()} ${path}`);
      const named = Object.entries(responses).map(
        ([status, response]) =>
          [path === sharedPath ? `${status} of no operation` : `${name} ${status}`, response] as const,
      );
      return [[name, rest] as const, [`${name} request`, { requestBody, parameters }] as const, ...named];
    }),
  );
  return new Map(messages.map(([where, message]) => [where, expand(document, message)]));
}

interface Operation {
  readonly responses?: Record<string, unknown>;
  readonly requestBody?: unknown;
  readonly parameters?: unknown;
}

/** A value without references, its keys and lists sorted: in a schema, neither the names of components nor an order mean anything. */
function expand(document: object, value: unknown): unknown {
  const resolved = dereference(document, value);
  if (Array.isArray(resolved)) {
    return resolved.map((item) => JSON.stringify(expand(document, item))).sort();
  }
  if (typeof resolved !== 'object' || resolved === null) return resolved;
  return Object.fromEntries(
    Object.entries(resolved)
      .map(([key, item]) => [key, expand(document, item)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
