import { resolve } from '../document/references.ts';
import type { Contract } from '../document/types.ts';
import type { Node } from './difference.ts';

/** Each path of a contract with its name in the next one; undefined if it is gone. */
export function laterPaths(before: Contract, after: Contract): Map<string, string | undefined> {
  const fresh = Object.keys(after.paths).filter((path) => !Object.hasOwn(before.paths, path));
  const laterPath = (path: string) =>
    Object.hasOwn(after.paths, path) ? path : fresh.find((other) => isRenamed(path, other));
  return new Map(Object.keys(before.paths).map((path) => [path, laterPath(path)]));
}

/**
 * The operations of a path, by method, with the names that its parameters have in the next
 * contract.
 */
export function withNames(contract: Contract, path: string, laterPath: string): Readonly<Record<string, Node>> {
  const item = (contract.paths[path] ?? {}) as Readonly<Record<string, Node>>;
  if (path === laterPath) return item;
  const [parts, laterParts] = [path.split('/'), laterPath.split('/')];
  const nameOf = (name: unknown) => laterParts[parts.indexOf(`{${name}}`)]?.slice(1, -1) ?? name;
  const operations = Object.entries(item).map(([method, operation]) => {
    const { parameters = [], 'x-checks': checks = [] } = operation as { parameters?: Node[]; 'x-checks'?: Node[] };
    const renamed = parameters.map((written) => {
      const parameter = resolve<Node>(contract, written);
      return parameter['in'] === 'path' ? { ...parameter, name: nameOf(parameter['name']) } : written;
    });
    // The check of a parameter has its name.
    const renamedChecks = checks.map((check) => ({ ...check, name: nameOf(check['name']) }));
    return [method, { ...operation, parameters: renamed, 'x-checks': renamedChecks }];
  });
  return Object.fromEntries(operations);
}

/**
 * Whether two paths differ in names of parameters alone, none of which the other path has at
 * another place.
 */
function isRenamed(path: string, other: string): boolean {
  const [parts, others] = [path.split('/'), other.split('/')];
  const isSame = (part: string, later = '') =>
    part === later || (part.startsWith('{') && later.startsWith('{') && !others.includes(part));
  return parts.length === others.length && parts.every((part, index) => isSame(part, others[index]));
}
