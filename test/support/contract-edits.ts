import type { Document } from 'yaml';

/**
 * Edits of a contract, made in the order in which they are written. A path has its keys with a
 * space between them, such as `paths /api/submit-verse post`. It may begin with a schema
 * (`BookId enum 0`), a member of a schema (`VerseSubmission.chapter maximum`) or the name of a
 * place.
 */
export interface Edits {
  /** Values, by their paths. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Items, by the path of their list, which may be absent. */
  readonly add?: Readonly<Record<string, readonly unknown[]>>;
  /** Paths of what is removed. */
  readonly remove?: readonly string[];
  /** New paths, by the old ones. */
  readonly move?: Readonly<Record<string, string>>;
  readonly copy?: Readonly<Record<string, string>>;
  /** Paths of lists. */
  readonly reverse?: readonly string[];
  /** New texts, by the old ones, wherever these are. */
  readonly replace?: Readonly<Record<string, string>>;
  /** What comes after these edits. */
  readonly next?: Edits;
}

type Node = Record<string, unknown>;

/** Paths, by the names that paths may begin with. */
export type Places = Readonly<Record<string, string>>;

/**
 * A copy of a contract after edits.
 *
 * @throws Error if an edit is unknown, or takes a value from where there is none
 */
export function edited<Contract extends object>(contract: Contract, edits: Edits, places: Places = {}): Contract {
  let copy = copied(contract) as Node;
  /** The object or list that has the last key of a path. */
  const at = (path: string): [Node, string] => {
    const keys = keysOf(path.split(' '), places);
    const last = keys.pop() ?? '';
    let node = copy;
    for (const key of keys) {
      node[key] ??= {};
      node = node[key] as Node;
    }
    return [node, last];
  };
  const find = (path: string): unknown => {
    const [node, key] = at(path);
    return node[key];
  };
  const get = (path: string): unknown => {
    const value = find(path);
    if (value === undefined) throw new Error(`There is nothing at ${path}`);
    return value;
  };
  const set = (path: string, value: unknown): void => {
    const [node, key] = at(path);
    node[key] = copied(value);
  };
  const remove = (path: string): void => {
    get(path);
    const [node, key] = at(path);
    if (Array.isArray(node)) node.splice(Number(key), 1);
    else delete node[key];
  };

  for (const [edit, all] of Object.entries(edits)) {
    if (edit === 'next') copy = edited(copy, all, places);
    if (edit === 'replace') copy = replaced(copy, all);
    if (edit === 'next' || edit === 'replace') continue;
    for (const [path, value] of Array.isArray(all) ? all.map((path) => [path]) : Object.entries<never>(all)) {
      if (edit === 'set') set(path, value);
      else if (edit === 'add') set(path, [...((find(path) ?? []) as unknown[]), ...value]);
      else if (edit === 'copy' || edit === 'move') set(value, get(path));
      else if (edit === 'reverse') set(path, (get(path) as unknown[]).toReversed());
      else if (edit !== 'remove') throw new Error(`Unknown edit: ${edit}`);
      if (edit === 'move' || edit === 'remove') remove(path);
    }
  }
  return copy as Contract;
}

/** Unlike structuredClone(), of the realm in which a test runs, as what is parsed there. */
function copied(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function replaced(contract: Node, texts: Readonly<Record<string, string>>): Node {
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const source = Object.entries(texts).reduce(
    (source, [old, text]) => source.replaceAll(json(old), () => json(text)),
    JSON.stringify(contract),
  );
  return JSON.parse(source);
}

function keysOf([first = '', ...rest]: string[], places: Places): string[] {
  const place = places[first];
  if (place !== undefined) return keysOf([...place.split(' '), ...rest], places);
  if (!/^[A-Z]/.test(first)) return [first, ...rest];
  const [schema = '', member] = first.split('.');
  return ['components', 'schemas', schema, ...(member === undefined ? [] : ['properties', member]), ...rest];
}

// For ContractCopy, which edits the text of the contract.
export function set(path: readonly unknown[], value: unknown): (contract: Document) => void {
  return (contract) => contract.setIn(path, contract.createNode(value));
}
export const errorText = (name: string) => ['components', 'schemas', name, 'properties', 'error', 'enum', 0];
