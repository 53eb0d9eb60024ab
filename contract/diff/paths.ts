import { pointerTo } from '../document/pointer.ts';
import { resolve } from '../document/references.ts';
import type { Contract, Parameter } from '../document/types.ts';
import type { Node } from './rules.ts';

/** Each path of a contract with its name in the next one; undefined if it is gone. */
export function laterPaths(before: Contract, after: Contract): Map<string, string | undefined> {
  const fresh = Object.keys(after.paths).filter((path) => !Object.hasOwn(before.paths, path));
  const laterPath = (path: string) =>
    Object.hasOwn(after.paths, path) ? path : fresh.find((other) => isRenamed(path, other));
  return new Map(Object.keys(before.paths).map((path) => [path, laterPath(path)]));
}

/** The operations of a path, by method, with the names that its parameters have in the next contract. */
export function withNames(contract: Contract, path: string, now: string): Readonly<Record<string, Node>> {
  const item = (contract.paths[path] ?? {}) as Readonly<Record<string, Node>>;
  if (path === now) return item;
  const others = namesIn(now);
  const names = new Map(namesIn(path).map((name, index) => [name, others[index] ?? name]));
  const nameOf = (name: unknown) => names.get(String(name)) ?? name;
  const operations = Object.entries(item).map(([method, operation]) => {
    const { parameters = [], 'x-checks': checks = [] } = operation as { parameters?: Node[]; 'x-checks'?: Node[] };
    const renamed = parameters.map((written) => {
      const parameter = resolve<Parameter>(contract, pointerTo('paths', path, method), written as unknown as Parameter);
      return parameter.in === 'path' ? { ...parameter, name: nameOf(parameter.name) } : written;
    });
    // The check of a parameter has its name.
    const renamedChecks = checks.map((check) => ({ ...check, name: nameOf(check['name']) }));
    return [method, { ...operation, parameters: renamed, 'x-checks': renamedChecks }];
  });
  return Object.fromEntries(operations);
}

/** Whether two paths differ in the names of parameters alone, none of which is the name of another place in the other path. */
function isRenamed(path: string, other: string): boolean {
  const [names, others] = [namesIn(path), namesIn(other)];
  const isMoved = (name: string, index: number) =>
    name !== others[index] && (others.includes(name) || names.includes(others[index] ?? ''));
  return shapeOf(path) === shapeOf(other) && !names.some(isMoved);
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}
