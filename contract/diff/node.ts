import { isDeepStrictEqual } from 'node:util';
import { isRef, targetOf } from '../document/references.ts';
import type { Ref } from '../document/types.ts';

/** An object of a document. Nothing is known of its members: these tools compare any two OpenAPI documents, sound or not. */
export type Node = Readonly<Record<string, unknown>>;

/** Where clients meet a part of a document: in responses, in requests (as everything else of an operation), or in neither. */
export type Side = 'request' | 'response' | 'neither';

/** A value as it is written, and what it stands for. */
export interface Resolved {
  readonly value: unknown;
  /** The references that lead from what is written to the value. */
  readonly references: readonly string[];
  /** The keywords of unions of one schema around the value, e.g. `allOf`. */
  readonly wrappers: readonly string[];
}

/** The extensions that clients notice. They cannot know the others: those of other tools, and those that only the service's code reads. */
export const noticed =
  'x-checks x-cooldown x-max-bytes x-media-type x-messages x-role x-roles x-status x-subject x-time-limit'.split(' ');
/** The keywords of lists of schemas. */
export const unions = ['allOf', 'oneOf', 'anyOf'];
/** The keywords that may stand beside a union without changing which of its schemas apply. */
const besideUnion = new Set(
  'title description example externalDocs deprecated readOnly writeOnly nullable default discriminator'.split(' '),
);
/** What these mean depends on the keywords beside them, so a schema with one of them keeps its place in an `allOf`. */
const dependent = ['additionalProperties', 'nullable', 'exclusiveMaximum', 'exclusiveMinimum'];

// Every value of a document is asked, and Jest looks up each global anew, which took a quarter of a comparison.
const { isArray } = Array;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** An object of a document; an empty one where the document has something else. */
export function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}

/** Whether a keyword is an extension that clients cannot notice. */
export function isUnnoticed(keyword: string): boolean {
  return keyword.startsWith('x-') && !noticed.includes(keyword);
}

/** Whether a keyword may stand beside a union without changing which of its schemas apply. */
export function isBesideUnion(keyword: string): boolean {
  return besideUnion.has(keyword) || keyword.startsWith('x-');
}

/**
 * Follows references, and removes unions of one schema and each `allOf` whose schemas can be written as one. A reference that leads nowhere,
 * or back to itself, stands for itself. What is written beside a reference counts, as in OpenAPI 3.1.
 *
 * @param within the references that led to what is written
 */
export function resolve(document: Node, written: unknown, within: readonly string[] = []): Resolved {
  const references = [...within];
  const wrappers: string[] = [];
  let value = written;
  while (isNode(value)) {
    const inner = isRef(value)
      ? followed(document, value, references)
      : (unwrapped(value, wrappers) ?? joined(document, value, references, wrappers));
    if (inner === undefined) break;
    value = inner;
  }
  return { value, references: references.slice(within.length), wrappers };
}

function followed(document: Node, { $ref, ...beside }: Ref & Node, references: string[]): unknown {
  const target = references.includes($ref) ? undefined : targetOf(document, $ref);
  if (target === undefined) return undefined;
  references.push($ref);
  return isNode(target) ? { ...target, ...beside } : target;
}

function unwrapped(value: Node, wrappers: string[]): unknown {
  const union = unions.find((keyword) => keyword in value);
  if (union === undefined) return undefined;
  const { [union]: list, ...beside } = value;
  if (!Array.isArray(list) || list.length !== 1 || !isNode(list[0])) return undefined;
  if (!Object.keys(beside).every(isBesideUnion)) return undefined;
  wrappers.push(union);
  return { ...list[0], ...beside };
}

/** The schemas of an `allOf`, and what is beside it, as one schema; undefined where that would mean something else. */
function joined(document: Node, value: Node, references: string[], wrappers: string[]): Node | undefined {
  if (asList(value['allOf']).length === 0) return undefined;
  const { allOf, ...beside } = value;
  const resolved = asList(allOf).map((part) => resolve(document, part, references));
  const parts = [...resolved.map((part) => asNode(part.value)), beside];
  const keywords = parts.flatMap((part) => Object.keys(part));
  if (keywords.some((keyword) => dependent.includes(keyword))) return undefined;

  const whole: Record<string, unknown> = {};
  for (const [keyword, item] of parts.flatMap((part) => Object.entries(part))) {
    const [others, members] = [asNode(whole[keyword]), asNode(item)];
    if (!(keyword in whole) || isBesideUnion(keyword)) whole[keyword] = item;
    else if (keyword === 'required') whole[keyword] = [...new Set([...asList(whole[keyword]), ...asList(item)])];
    else if (keyword === 'properties' && agree(others, members)) whole[keyword] = { ...others, ...members };
    else if (!isDeepStrictEqual(whole[keyword], item)) return undefined;
  }
  references.push(...resolved.flatMap((part) => part.references));
  wrappers.push('allOf');
  return whole;
}

/** Whether two maps say the same of each name that both have. */
function agree(a: Node, b: Node): boolean {
  return Object.keys(a).every((name) => !(name in b) || isDeepStrictEqual(a[name], b[name]));
}

/** A schema whose `const` is written as the list of one value that it means. */
export function withoutConst(schema: Node): Node {
  if (!('const' in schema) || 'enum' in schema) return schema;
  const { const: only, ...rest } = schema;
  return { ...rest, enum: [only] };
}

/** Whether a member is left out of one side: a `readOnly` one of requests, a `writeOnly` one of responses. */
export function isHidden(document: Node, member: unknown, side: Side): boolean {
  const { readOnly, writeOnly } = asNode(resolve(document, member).value);
  return side === 'request' ? readOnly === true : side === 'response' && writeOnly === true;
}

/** A list of a document; an empty one where the document has something else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
