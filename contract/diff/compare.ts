import { isDeepStrictEqual } from 'node:util';
import { keysOf, pointerBelow, pointerTo } from '../document/pointer.ts';
import { isRef, resolve } from '../document/references.ts';
import type { Contract, Ref } from '../document/types.ts';
import { type Change, type Level, levels, mostSevere } from './change.ts';
import type { Difference, Node, Use } from './difference.ts';
import { laterPaths, withNames } from './paths.ts';
import { hasCheck } from './requests.ts';
import { type Kind, type LevelOf, type Rule, rules } from './rules.ts';

type Nodes = Readonly<Record<string, Node>>;

/** What the comparison itself knows of a difference. */
type Found = Omit<Difference, 'use' | 'contracts'>;

/** Where no operation leads. */
const ofNoOperation: Use = { key: '', side: 'request' };

const byKeyword = new Map(rules.map((rule) => [rule.keyword, rule]));

/**
 * The changes from one contract to the next, the most severe first. Another name of a parameter in a
 * path is none.
 *
 * @param before a contract that fits the profile, as `parseContract` gives it
 */
export function contractChanges(before: Contract, after: Contract): Change[] {
  const comparison = new Comparison(before, after);
  comparison.compare();
  return comparison.changes.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

/**
 * Compares each pair of components once for each use, and says each change once, with its most
 * severe level.
 */
class Comparison {
  readonly #before: Contract;
  readonly #after: Contract;
  /** By place and values. */
  readonly #changes = new Map<string, Change>();
  /** The pairs of components, with their use. */
  readonly #compared = new Set<string>();
  /**
   * How severely components differ of which one took the place of the other, by their names and
   * their use.
   */
  readonly #replacements: Map<string, Level | undefined>;

  constructor(before: Contract, after: Contract, replacements = new Map<string, Level | undefined>()) {
    this.#before = before;
    this.#after = after;
    this.#replacements = replacements;
  }

  get changes(): Change[] {
    return [...this.#changes.values()];
  }

  compare(): void {
    const [before, after] = [this.#before, this.#after].map(({ paths: _, components: __, ...rest }): Node => rest);
    this.#members(before ?? {}, after ?? {}, '#', ofNoOperation);
    const later = laterPaths(this.#before, this.#after);
    for (const [path, now = path] of later) this.#operations(path, now);
    const known = new Set(later.values());
    for (const path of Object.keys(this.#after.paths)) if (!known.has(path)) this.#operations(path, path);
    this.#components();
  }

  /**
   * The operations of a path. One that has or had its own security is compared with what the other
   * one inherits.
   */
  #operations(path: string, laterPath: string): void {
    const [before, after] = [withNames(this.#before, path, laterPath), withNames(this.#after, laterPath, laterPath)];
    for (const method of keysIn(before, after)) {
      const hasOwn = [before, after].some((item) => item[method]?.['security'] !== undefined);
      const secured = ({ security }: Contract, operation?: Node) =>
        operation && hasOwn ? { security, ...operation } : operation;
      const [old, now] = [secured(this.#before, before[method]), secured(this.#after, after[method])];
      const place = pointerTo('paths', laterPath, method);
      const use = { key: place, side: 'request', path: laterPath, method, before: old, after: now } as const;
      this.#thing(ruleOf(method), { before, after, old, now }, place, use);
    }
  }

  /**
   * What no operation leads to: the security scheme, the responses that belong to no operation, and
   * what nothing uses.
   */
  #components(): void {
    const [before, after] = [this.#before.components, this.#after.components] as object[] as [Nodes, Nodes];
    this.#member('securitySchemes', before, after, '#/components', ofNoOperation);
    const usedBefore = new Set(usedIn(this.#before));
    const used = new Set([...usedBefore, ...usedIn(this.#after)]);
    for (const kind of ['parameters', 'headers', 'responses', 'schemas']) {
      const [left, right] = [before[kind] ?? {}, after[kind] ?? {}];
      for (const name of keysIn(left, right)) {
        const place = pointerTo('components', kind, name);
        const [old, now] = [own(left, name), own(right, name)];
        if (isOfNoOperation(old) || isOfNoOperation(now)) {
          const [a, b] = [old, now].map((response) => (isOfNoOperation(response) ? { $ref: place } : undefined));
          this.#thing(ruleOf('x-status'), { before, after, old: a, now: b }, place, response(ofNoOperation));
        } else if (kind === 'schemas' && now === undefined && usedBefore.has(place)) {
          this.#add({ level: 'breaking', place, old, new: now, says: 'schema that generated clients export' });
        } else if (!used.has(place) && !isDeepStrictEqual(old, now)) {
          this.#add({ level: 'wording', place, old, new: now, says: `unused ${ruleOf(kind).says}` });
        }
      }
    }
  }

  #members(before: Node, after: Node, place: string, use: Use): void {
    for (const keyword of keysIn(before, after)) {
      this.#member(keyword, before, after, place, keyword === 'responses' ? response(use) : use);
    }
  }

  #member(keyword: string, before: Node, after: Node, above: string, use: Use): void {
    const rule = ruleOf(keyword);
    const place = pointerBelow(above, keyword);
    const [old, now] = valuesOf(rule, before, after);
    if (rule.holds !== 'names' || !isNode(old) || !isNode(now)) {
      this.#thing(rule, { before, after, old, now }, place, use);
      return;
    }
    for (const name of keysIn(old, now)) {
      const difference = { before, after, name, old: own(old, name), now: own(now, name) };
      this.#thing(rule, difference, pointerBelow(place, name), use);
    }
  }

  /** Compares what a keyword holds, or one of the things that it holds by name. */
  #thing(rule: Rule, difference: Found, place: string, use: Use): void {
    const { old, now } = difference;
    if (old === undefined || now === undefined) {
      if (old !== now) this.#say(rule, old === undefined ? 'new' : 'gone', this.#resolved(difference), place, use);
    } else if (rule.holds === 'whole' || rule.holds === 'reference') {
      if (!isDeepStrictEqual(old, now) && !this.#isRenamed(old, now)) this.#say(rule, 'other', difference, place, use);
    } else if (Array.isArray(old) && Array.isArray(now)) {
      this.#list(rule, { ...difference, old, now }, place, use);
    } else if (!isNode(old) || !isNode(now)) {
      if (old !== now) this.#say(rule, kindOf(old, now), difference, place, use);
    } else if ('oneOf' in old || 'oneOf' in now) {
      this.#member('oneOf', asUnion(old), asUnion(now), place, use);
    } else if (isRef(old) || isRef(now)) {
      this.#references(rule, difference, place, use);
    } else {
      this.#members(old, now, place, use);
    }
  }

  /**
   * Compares what references stand for: the contents of two components at the place of the later
   * one.
   */
  #references(rule: Rule, difference: Found, place: string, use: Use): void {
    const { old, now } = difference;
    const contents = this.#resolved(difference);
    if (!isRef(old) || !isRef(now)) {
      this.#thing(rule, contents, place, use);
      return;
    }
    const pair = `${use.key} ${use.side} ${old.$ref} ${now.$ref}`;
    if (old.$ref === now.$ref || this.#isRenamed(old, now)) {
      if (this.#compared.has(pair)) return;
      this.#compared.add(pair);
      this.#thing(rule, contents, now.$ref, use);
      return;
    }
    if (!this.#replacements.has(pair)) this.#replacements.set(pair, this.#severity(rule, contents, place, use));
    const level = this.#replacements.get(pair);
    const { says } = ruleOf('$ref');
    if (level !== undefined) this.#add({ level, place, old: old.$ref, new: now.$ref, says, sides: [use.side] });
  }

  /** How severely two values differ. */
  #severity(rule: Rule, difference: Found, place: string, use: Use): Level | undefined {
    const comparison = new Comparison(this.#before, this.#after, this.#replacements);
    comparison.#thing(rule, difference, place, use);
    return mostSevere(comparison.changes);
  }

  #list(rule: Rule, difference: Found & { old: unknown[]; now: unknown[] }, place: string, use: Use): void {
    const old = this.#named(rule, difference.old, this.#before, difference.now);
    const now = this.#named(rule, difference.now, this.#after);
    if (rule.keyword === 'enum' && old.size === 1 && now.size === 1) {
      // A fixed text, such as that of an error, became another one.
      const [[before], [after]] = [[...old.values()], [...now.values()]];
      if (before !== after) this.#say(rule, 'other', { ...difference, old: before, now: after }, place, use);
      return;
    }
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const entry = { ...difference, name, old: old.get(name), now: now.get(name) };
      if (isNode(entry.old ?? entry.now))
        this.#thing(rule, entry, pointerBelow(place, name), this.#useOf(rule, entry, use));
      else if (entry.old !== entry.now) this.#say(rule, entry.old === undefined ? 'more' : 'less', entry, place, use);
    }
    const kept = [...old.keys()].filter((name) => now.has(name));
    const order = [...now.keys()].filter((name) => old.has(name));
    if (isDeepStrictEqual(kept, order)) return;
    const level = this.#levelOf(rule.order ?? 'wording', difference, use);
    this.#add({ level, place, old: kept, new: order, says: `order of ${rule.says}s` });
  }

  /**
   * The use of what an item of a list has: a malformed parameter that no check rejects is ignored.
   */
  #useOf({ keyword }: Rule, item: Found, use: Use): Use {
    const { old } = this.#resolved(item);
    if (keyword !== 'parameters' || !isNode(old) || old['in'] === 'path' || hasCheck(use, old['name'])) return use;
    return { ...use, key: `${use.key} ignored`, isIgnored: true };
  }

  /**
   * The items of a list by what identifies them. An alternative has the name that it has in a later
   * list.
   */
  #named(rule: Rule, list: unknown[], contract: Contract, later: unknown[] = []): Map<string, unknown> {
    const nameOf = (item: unknown): string => {
      if (!isNode(item)) return String(item);
      if (rule.keyword !== 'oneOf') return rule.identity?.(contentOf(contract, item) as Node) ?? '';
      const renamed = later.find((other) => {
        const contents = this.#resolved({ before: {}, after: {}, old: item, now: other });
        return this.#isRenamed(item, other) && isDeepStrictEqual(contents.old, contents.now);
      });
      return rule.identity?.((renamed ?? item) as Node) ?? '';
    };
    return new Map(list.map((item) => [nameOf(item), item]));
  }

  #resolved(difference: Found): Found {
    const { old, now } = difference;
    return { ...difference, old: contentOf(this.#before, old), now: contentOf(this.#after, now) };
  }

  /**
   * Whether one component became another: the next contract no longer has the first, and the
   * earlier one not yet the second.
   */
  #isRenamed(old: unknown, now: unknown): boolean {
    return isRef(old) && isRef(now) && !has(this.#after, old) && !has(this.#before, now);
  }

  #say(rule: Rule, kind: Kind, difference: Found, place: string, use: Use): void {
    if (rule.isSaid?.(this.#inUse(difference, use))) return;
    const levels = rule[use.side];
    const level = this.#levelOf(levels[kind] ?? levels.other ?? 'breaking', difference, use);
    const sides = rule.request === rule.response ? {} : { sides: [use.side] };
    this.#add({ level, place, old: difference.old, new: difference.now, says: rule.says, ...sides });
  }

  #levelOf(level: LevelOf, difference: Found, use: Use): Level {
    return typeof level === 'string' ? level : level(this.#inUse(difference, use));
  }

  #inUse(difference: Found, use: Use): Difference {
    return { ...difference, use, contracts: { before: this.#before, after: this.#after } };
  }

  /** A change of several uses has the most severe of its levels. */
  #add(added: Change): void {
    const change = { ...added, place: added.place.replace('#', '') };
    const key = JSON.stringify([change.place, change.says, change.old, change.new]);
    const known = this.#changes.get(key);
    const level = mostSevere([change, ...(known ? [known] : [])]) ?? change.level;
    const sides = new Set([...(known?.sides ?? []), ...(change.sides ?? [])]);
    this.#changes.set(key, { ...change, level, ...(sides.size > 0 && { sides: [...sides].sort() }) });
  }
}

/** The rule of a keyword: without one, any difference is breaking. */
function ruleOf(keyword: string): Rule {
  const breaking = {};
  return byKeyword.get(keyword) ?? { keyword, says: keyword, holds: 'whole', request: breaking, response: breaking };
}

function response(use: Use): Use {
  return { ...use, side: 'response' };
}

/** The values of a keyword, empty where it is absent and that means the same. */
function valuesOf({ keyword, mayBeAbsent }: Rule, before: Node, after: Node): [unknown, unknown] {
  const [old, now] = [own(before, keyword), own(after, keyword)];
  if (!mayBeAbsent) return [old, now];
  const empty = Array.isArray(old ?? now) ? [] : {};
  return [old ?? empty, now ?? empty];
}

function kindOf(old: unknown, now: unknown): Kind {
  if (typeof old === 'number' && typeof now === 'number') return now < old ? 'less' : 'more';
  if (typeof old === 'boolean' && typeof now === 'boolean') return old ? 'less' : 'more';
  return 'other';
}

/** A schema as a list of alternatives, of which it may be the only one. */
function asUnion(schema: Node): Node {
  return 'oneOf' in schema ? schema : { oneOf: [schema] };
}

function isOfNoOperation(component: unknown): boolean {
  return isNode(component) && component['x-status'] !== undefined;
}

/**
 * The components to which the operations of a contract lead, and the responses that belong to none.
 */
function usedIn(contract: Contract): Set<string> {
  const used = new Set(
    referencesIn([contract.paths, Object.values(contract.components.responses ?? {}).filter(isOfNoOperation)]),
  );
  for (const $ref of used) for (const further of referencesIn(contentOf(contract, { $ref }))) used.add(further);
  return used;
}

/** Where the references in a part of a contract lead. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return isRef(part) ? [part.$ref] : Object.values(part).flatMap(referencesIn);
}

function contentOf(contract: Contract, value: unknown): unknown {
  return isRef(value) ? resolve(contract, value) : value;
}

function has({ components }: Contract, { $ref }: Ref): boolean {
  const [, kind = '', name = ''] = keysOf($ref);
  return own((own(components as object as Node, kind) ?? {}) as Node, name) !== undefined;
}

function own(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

function keysIn(a: Node, b: Node): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
