import { isDeepStrictEqual } from 'node:util';
import { type Change, code } from './change.ts';
import { dereference, sharedPath } from './comparable.ts';
import type { Documents } from './level.ts';

/**
 * Every request, answer and operation that is not what it was, although no change of it was found. The check of a release must
 * not depend on api-smart-diff knowing every part of OpenAPI, so what nobody has words for is breaking.
 *
 * @param told the places of the changes that were found
 */
export function overlooked({ before, after }: Documents, told: ReadonlySet<string>): Change[] {
  const current = messagesOf(after);
  return [...messagesOf(before)]
    .filter(
      ([where, message]) => !told.has(where) && current.has(where) && !isDeepStrictEqual(message, current.get(where)),
    )
    .map(([where]) => ({ level: 'breaking', where, what: 'something changed that this comparison has no words for' }));
}

/** Each request, each answer, and what else an operation has, by the place that changes name. */
function messagesOf(document: object): Map<string, unknown> {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  const messages = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses = {}, requestBody, parameters, ...rest }]) => {
      const name = code(`${method.toUpperCase()} ${path}`);
      const answers = Object.entries(responses).map(
        ([status, answer]) =>
          [path === sharedPath ? `${status} of no operation` : `${name} ${status}`, answer] as const,
      );
      return [[name, rest] as const, [`${name} request`, { requestBody, parameters }] as const, ...answers];
    }),
  );
  return new Map(messages.map(([where, message]) => [where, expand(document, message)]));
}

interface Operation {
  readonly responses?: Record<string, unknown>;
  readonly requestBody?: unknown;
  readonly parameters?: unknown;
}

/** A value without references, and its lists without an order: in a schema neither names nor orders mean anything. */
function expand(document: object, value: unknown): unknown {
  const found = dereference(document, value);
  if (Array.isArray(found)) {
    return found.map((item) => JSON.stringify(expand(document, item))).sort();
  }
  if (typeof found !== 'object' || found === null) return found;
  return Object.fromEntries(
    Object.entries(found)
      .map(([key, item]) => [key, expand(document, item)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
