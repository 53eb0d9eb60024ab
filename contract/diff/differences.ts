import { isDeepStrictEqual } from 'node:util';
import { parameterIdentity, parameterKey } from './comparable.ts';
import {
  asNode,
  isBesideUnion,
  isHidden,
  isNode,
  type Node,
  resolve,
  type Side,
  unions,
  withoutConst,
} from './node.ts';

/** One step from the document to a difference: a keyword, and the name of an entry where the keyword has a map of names or a list. */
export interface Step {
  readonly keyword: string;
  readonly name?: string;
}

/** The same thing in both documents, undefined where a document does not have it. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

interface Place {
  readonly path: readonly Step[];
  readonly side: Side;
  /** The objects that have the last keyword of the path. */
  readonly parents: Pair;
}

export interface Difference extends Pair, Place {
  /**
   * - value: a value is new, gone or another
   * - order: a list has its items in another order
   * - component: the content is that of another component, or of none; before and after are references
   * - wrapper: an `allOf`, `oneOf` or `anyOf` of one schema is new or gone around the content
   */
  readonly kind: 'value' | 'order' | 'component' | 'wrapper';
}

type Differences = Generator<Difference>;

/** Below these keywords, a key is a name that the author of the contract chose. */
const maps = new Set(
  (
    'paths responses headers content properties patternProperties examples links callbacks variables encoding mapping scopes ' +
    'schemas parameters requestBodies securitySchemes x-messages x-roles'
  ).split(' '),
);
/** Without these keywords, a document means the same as with an empty value. */
const mayBeAbsent = new Set([...maps, 'components', 'required', 'tags', 'servers', 'security', 'x-checks', 'includes']);
/** The values of these mean something only as a whole. */
const wholes = new Set(['type', 'default']);

/**
 * Every difference between two OpenAPI documents, at each place where it shows: a component is compared where it is used, and by itself only
 * where no request or response has it in both. Nothing is left out: what no rule here knows is compared as plain data.
 */
export function differences(before: Node, after: Node): Difference[] {
  return [...new Walk(before, after).documents()];
}

/** A walk through two documents at the same time. */
class Walk {
  readonly #before: Node;
  readonly #after: Node;
  /** The references to components that were compared where they are used. */
  readonly #used = new Set<string>();

  constructor(before: Node, after: Node) {
    this.#before = before;
    this.#after = after;
  }

  *documents(): Differences {
    const { components: old = {}, ...start } = this.#before;
    const { components: current = {}, ...end } = this.#after;
    const parents = { before: this.#before, after: this.#after };
    yield* this.#compare(start, end, { path: [], side: 'request', parents }, []);
    // Last, when all uses are known.
    yield* this.#compare(old, current, { path: [{ keyword: 'components' }], side: 'neither', parents }, []);
  }

  /** @param within the pairs of references on the way, which a recursive schema repeats */
  *#compare(old: unknown, current: unknown, place: Place, within: readonly string[]): Differences {
    if (old === current && typeof old !== 'object') return; // most of a document: texts and numbers
    const step: Step = place.path.at(-1) ?? { keyword: '' };
    if (step.name === undefined && wholes.has(step.keyword)) {
      if (!isDeepStrictEqual(old, current)) yield { kind: 'value', ...place, before: old, after: current };
      return;
    }
    const [left, right] = [resolve(this.#before, old), resolve(this.#after, current)];
    const [a, b] = orEmpty(step, left.value, right.value);
    if (a === undefined || b === undefined) {
      if (a !== b) yield { kind: 'value', ...place, before: a, after: b };
      return;
    }
    for (const reference of left.references) if (right.references.includes(reference)) this.#used.add(reference);
    const [from, to] = [`${left.references}`, `${right.references}`];
    const references = `${from} ${to}`;
    if (references !== ' ' && within.includes(references)) return;

    const below = [...within, references];
    const lifted = asUnions(old, a, current, b);
    if (lifted !== undefined) {
      yield* this.#compareEntries(lifted.before, lifted.after, place, below);
      return;
    }
    if (from !== to) {
      const index = [...left.references, undefined].findIndex((one, at) => one !== right.references[at]);
      yield { kind: 'component', ...place, before: left.references[index], after: right.references[index] };
    }
    if (`${left.wrappers}` !== `${right.wrappers}`) {
      yield { kind: 'wrapper', ...place, before: left.wrappers[0], after: right.wrappers[0] };
    }
    if (isNode(a) && isNode(b)) yield* this.#compareEntries(a, b, place, below);
    else if (Array.isArray(a) && Array.isArray(b)) yield* this.#compareItems(a, b, place, below);
    else if (!isDeepStrictEqual(a, b)) yield { kind: 'value', ...place, before: a, after: b };
  }

  *#compareEntries(old: Node, current: Node, { path, side, parents }: Place, within: readonly string[]): Differences {
    const last = path.at(-1);
    const isMap = last !== undefined && last.name === undefined && maps.has(last.keyword);
    const [left, right] = isMap
      ? [last.keyword === 'headers' ? inTheCaseOf(current, old) : old, current]
      : [withoutConst(old), withoutConst(current)];
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const below = isMap
        ? { path: [...path.slice(0, -1), { ...last, name: key }], side, parents }
        : { path: [...path, { keyword: key }], side: sideOf(key, side), parents: { before: left, after: right } };
      if (this.#isComparedElsewhere(below.path, left[key], right[key])) continue;
      if (last?.keyword === 'properties' && isMap) yield* this.#compareMembers(left[key], right[key], below, within);
      else yield* this.#compare(left[key], right[key], below, within);
    }
  }

  /** A member that one side cannot have is absent there. */
  #compareMembers(old: unknown, current: unknown, place: Place, within: readonly string[]): Differences {
    const [left, right] = [isHidden(this.#before, old, place.side), isHidden(this.#after, current, place.side)];
    if (left && right) return this.#compare(old, current, { ...place, side: 'neither' }, within);
    return this.#compare(left ? undefined : old, right ? undefined : current, place, within);
  }

  *#compareItems(old: unknown[], current: unknown[], place: Place, within: readonly string[]): Differences {
    const { keyword = '' } = place.path.at(-1) ?? {};
    const [left, right] = [named(this.#before, keyword, old), named(this.#after, keyword, current)];
    const [names, newNames] = [[...left.keys()], [...right.keys()]];
    const gone = names.filter((name) => !right.has(name));
    const fresh = newNames.filter((name) => !left.has(name));
    const kept = names.filter((name) => right.has(name));
    const order = newNames.filter((name) => left.has(name));
    const isReplaced = keyword === 'enum' && gone.length === 1 && fresh.length === 1;
    const pairs = [
      ...(isReplaced ? [[gone[0], fresh[0]]] : [...gone, ...fresh].map((name) => [name, name])),
      ...kept.map((name) => [name, name]),
    ] as [name: string, newName: string][];
    for (const [name, newName] of pairs) {
      const [a, b] = [left.get(name), right.get(newName)];
      const below = {
        ...place,
        path: [...place.path.slice(0, -1), { keyword, name: this.#shownName(keyword, name, a, b) }],
      };
      if (keyword === 'required') yield* this.#compareRequired(name, a, b, below);
      else yield* this.#compare(a, b, below, within);
    }
    if (!isDeepStrictEqual(kept, order)) yield { kind: 'order', ...place, before: kept, after: order };
  }

  /** A parameter is shown as it is written, a header in its own case. */
  #shownName(keyword: string, name: string, old: unknown, current: unknown): string {
    if (keyword !== 'parameters') return name;
    return current === undefined ? parameterIdentity(this.#before, old) : parameterIdentity(this.#after, current);
  }

  /** Whether a member that is new or gone is required is part of that difference. */
  *#compareRequired(member: string, old: unknown, current: unknown, place: Place): Differences {
    const [left, right] = [memberOf(place.parents.before, member), memberOf(place.parents.after, member)];
    const [leftHidden, rightHidden] = [
      isHidden(this.#before, left, place.side),
      isHidden(this.#after, right, place.side),
    ];
    const [leftShown, rightShown] = [left !== undefined && !leftHidden, right !== undefined && !rightHidden];
    if (leftShown !== rightShown) return;
    yield* this.#compare(old, current, { ...place, side: leftHidden || rightHidden ? 'neither' : place.side }, []);
  }

  /** Whether a component is compared, or is new or gone, where it is used. */
  #isComparedElsewhere(path: readonly Step[], old: unknown, current: unknown): boolean {
    const [first, { keyword, name } = { keyword: '' }, third] = path;
    if (first?.keyword !== 'components' || name === undefined || third !== undefined) return false;
    const reference = `#/components/${keyword}/${name}`;
    if (old !== undefined && current !== undefined) return this.#used.has(reference);
    return JSON.stringify(old === undefined ? this.#after : this.#before).includes(JSON.stringify(reference));
  }
}

/** An empty list or object in place of one that may be absent. */
function orEmpty({ keyword, name }: Step, a: unknown, b: unknown): [unknown, unknown] {
  const there = a ?? b;
  const mayStandForEmpty = name === undefined ? mayBeAbsent.has(keyword) : keyword === 'paths';
  if (!mayStandForEmpty || typeof there !== 'object' || there === null) return [a, b];
  const empty = Array.isArray(there) ? [] : {};
  return [a ?? empty, b ?? empty];
}

/** The headers of one response, with the names of those that the other one has too as they are written there. */
function inTheCaseOf(other: Node, headers: Node): Node {
  const names = new Map(Object.keys(other).map((name) => [name.toLowerCase(), name]));
  const spelled = (name: string) => (name in other ? name : (names.get(name.toLowerCase()) ?? name));
  return Object.fromEntries(Object.entries(headers).map(([name, header]) => [spelled(name), header]));
}

function memberOf(schema: unknown, member: string): unknown {
  return asNode(asNode(schema)['properties'])[member];
}

function sideOf(keyword: string, side: Side): Side {
  if (keyword === 'securitySchemes') return 'request';
  return keyword === 'responses' && side === 'request' ? 'response' : side;
}

/** Where one schema became one of several, or the reverse: both as a list of several, in which that schema may be. */
function asUnions(old: unknown, a: unknown, current: unknown, b: unknown): { before: Node; after: Node } | undefined {
  if (!isNode(a) || !isNode(b)) return undefined;
  const [left, right] = [unionOf(a), unionOf(b)];
  if (left === undefined && right !== undefined && !(right in a))
    return { before: { [right]: itemsOf(old) }, after: b };
  if (left !== undefined && right === undefined && !(left in b))
    return { before: a, after: { [left]: itemsOf(current) } };
  return undefined;
}

/** The keyword of a schema that does nothing but list several. */
function unionOf(schema: Node): string | undefined {
  const union = unions.find((keyword) => keyword in schema);
  return Object.keys(schema).every((key) => key === union || isBesideUnion(key)) ? union : undefined;
}

/** The schemas of a list, or a schema that is written without one as its only item. */
function itemsOf(written: unknown): unknown {
  return asNode(written)[unionOf(asNode(written)) ?? ''] ?? [written];
}

/** The items of a list by what identifies them in lists of this keyword; a repeated one has its number. */
function named(document: Node, keyword: string, list: readonly unknown[]): Map<string, unknown> {
  const items = new Map<string, unknown>();
  for (const [index, item] of list.entries()) {
    const name = identityOf(document, keyword, item) ?? `${index + 1}`;
    const count = [...items.keys()].filter((key) => key === name || key.startsWith(`${name} (`)).length;
    items.set(count === 0 ? name : `${name} (${count + 1})`, item);
  }
  return items;
}

function identityOf(document: Node, keyword: string, item: unknown): string | undefined {
  if (!isNode(item)) return typeof item === 'string' ? item : JSON.stringify(item);
  if (keyword === 'parameters') return parameterKey(document, item);
  if (keyword === 'security' || keyword === 'enum') return JSON.stringify(item);
  const identity = item[{ servers: 'url', tags: 'name', 'x-checks': 'name' }[keyword] ?? '$ref'];
  return typeof identity === 'string' ? identity : undefined;
}
