import type { Ref } from '../document.ts';

/** An object of a document. Nothing is known of its members: these tools compare any two OpenAPI documents, sound or not. */
export type Node = Readonly<Record<string, unknown>>;

/** What shows a part of a document: responses, requests (to which all else of an operation counts), or neither. */
export type Side = 'request' | 'response' | 'neither';

/** A value as it is written, and what it stands for. */
export interface Resolved {
  readonly value: unknown;
  /** The references that lead from what is written to the value. */
  readonly references: readonly string[];
  /** The keywords of unions of one schema around the value, e.g. `allOf`. */
  readonly wrappers: readonly string[];
}

/** The keywords of lists of schemas. */
export const unions = ['allOf', 'oneOf', 'anyOf'];
/** The keywords that may stand beside a union of one schema without changing what it allows. */
const besideUnion = [
  'title',
  'description',
  'example',
  'externalDocs',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
  'default',
];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of a document; an empty one where the document has something else. */
export function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}

/**
 * Follows references, and removes unions of one schema. A reference that leads nowhere, or back to itself, stands for itself. What is
 * written beside a reference counts, as in OpenAPI 3.1.
 */
export function resolve(document: Node, written: unknown): Resolved {
  const references: string[] = [];
  const wrappers: string[] = [];
  let value = written;
  while (isNode(value)) {
    const inner = isRef(value) ? followed(document, value, references) : unwrapped(value, wrappers);
    if (inner === undefined) break;
    value = inner;
  }
  return { value, references, wrappers };
}

function followed(document: Node, { $ref, ...beside }: Ref & Node, references: string[]): unknown {
  const target = $ref.startsWith('#/') && !references.includes($ref) ? targetOf(document, $ref) : undefined;
  if (target === undefined) return undefined;
  references.push($ref);
  return isNode(target) ? { ...target, ...beside } : target;
}

function unwrapped(value: Node, wrappers: string[]): unknown {
  const union = unions.find((keyword) => keyword in value);
  if (union === undefined) return undefined;
  const { [union]: list, ...beside } = value;
  if (!Array.isArray(list) || list.length !== 1 || !isNode(list[0])) return undefined;
  if (!Object.keys(beside).every((keyword) => besideUnion.includes(keyword))) return undefined;
  wrappers.push(union);
  return { ...list[0], ...beside };
}

function targetOf(document: Node, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, key) => asNode(found)[key], document);
}

function isRef(value: Node): value is Ref & Node {
  return typeof value['$ref'] === 'string';
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
