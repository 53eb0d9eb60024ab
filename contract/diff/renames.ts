import { isDeepStrictEqual } from 'node:util';
import { type Change, code } from './change.ts';
import { operationsOf } from './comparable.ts';
import { asList, asNode, isNode, type Node, resolve } from './node.ts';
import type { RuleForReaders } from './rules.ts';

/** The kinds of components whose names only the contract shows. */
export const kinds: Readonly<Record<string, string>> = {
  schemas: 'schema',
  responses: 'response',
  headers: 'header',
  parameters: 'parameter',
  requestBodies: 'request body',
  examples: 'example',
  securitySchemes: 'security scheme',
};
/** Generated clients name types and options after these. */
const inClients = ['schemas', 'securitySchemes'];

/** The rules of this module, for readers. */
export const renameRules: readonly RuleForReaders[] = [
  {
    change: `another name of ${inClients.map((kind) => `a ${kinds[kind]}`).join(', of ')}, or of a parameter in a path`,
    verdict: { words: 'compatible' },
    because: 'no request or response shows it, but generated clients do',
  },
  { change: 'another name of another component', verdict: { words: 'wording' }, because: 'only readers see it' },
  {
    change: 'another name of a check',
    verdict: { words: 'wording; breaking if the old or the new name is a parameter’s' },
    because: 'no response shows it, but a check named like a parameter rejects a malformed one',
  },
];

interface Renamed {
  /** The contract with the new names. */
  readonly renamed: Node;
  readonly changes: readonly Change[];
}

/** Gives the components, the parameters of paths and the checks that only have another name their new one. */
export function withNewNames(contract: Node, after: Node): Renamed {
  const components = withNewComponents(contract, after);
  const paths = withNewPaths(components.renamed, after);
  const checks = withNewChecks(paths.renamed, after);
  return { renamed: checks.renamed, changes: [...components.changes, ...paths.changes, ...checks.changes] };
}

/** Renames one component, and then the others: once one has its new name, those that refer to it can be found. */
function withNewComponents(contract: Node, after: Node): Renamed {
  for (const kind of Object.keys(kinds)) {
    const [olds, currents] = [componentsOf(contract, kind), componentsOf(after, kind)];
    for (const [old, component] of Object.entries(olds).filter(([name]) => !(name in currents))) {
      const isNewName = (name: string) =>
        !(name in olds) && isDeepStrictEqual(withName(component, kind, old, name), currents[name]);
      const name = Object.keys(currents).find(isNewName);
      if (name === undefined) continue;
      const { components, ...rest } = withName(contract, kind, old, name);
      const ofKind = withKey(asNode(asNode(components)[kind]), old, name);
      const others = withNewComponents({ ...rest, components: { ...asNode(components), [kind]: ofKind } }, after);
      const level = inClients.includes(kind) ? 'compatible' : 'wording';
      const what = `the ${kinds[kind]} ${code(old)} is now called ${code(name)}`;
      return { renamed: others.renamed, changes: [{ level, where: 'the document', what }, ...others.changes] };
    }
  }
  return { renamed: contract, changes: [] };
}

/** A value whose references to a component have its new name. */
function withName<Value>(value: Value, kind: string, old: string, name: string): Value {
  const [from, to] = [old, name].map((end) => JSON.stringify(`#/components/${kind}/${end}`)) as [string, string];
  return JSON.parse(
    JSON.stringify(value).replaceAll(from, () => to),
    (key, item) => {
      const isSecurity = kind === 'securitySchemes' && key === 'security' && Array.isArray(item);
      return isSecurity ? item.map((schemes) => withKey(asNode(schemes), old, name)) : item;
    },
  );
}

function withKey(node: Node, old: string, name: string): Node {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key === old ? name : key, value]));
}

/** Paths that differ only in the names of their parameters are the same (OpenAPI 3.0.3, Paths Object). */
function withNewPaths(contract: Node, after: Node): Renamed {
  const changes: Change[] = [];
  const [olds, currents] = [asNode(contract['paths']), asNode(after['paths'])];
  const fresh = Object.keys(currents).filter((path) => !(path in olds));
  const paths = Object.entries(olds).map(([path, item]) => {
    const successor = fresh.find((candidate) => shapeOf(candidate) === shapeOf(path));
    if (path in currents || successor === undefined) return [path, item];
    const names = new Map(namesIn(path).map((old, index) => [old, namesIn(successor)[index] ?? old]));
    for (const [old, name] of names) {
      // Generated clients name arguments after them.
      const what = `the path parameter ${code(old)} is now called ${code(name)}`;
      if (old !== name) changes.push({ level: 'compatible', where: code(successor), what });
    }
    return [successor, withParameterNames(contract, item, names)];
  });
  return changes.length === 0
    ? { renamed: contract, changes }
    : { renamed: { ...contract, paths: Object.fromEntries(paths) }, changes };
}

/** A path or operation whose path parameters, and the checks named like them, have their new names. */
function withParameterNames(contract: Node, item: unknown, names: ReadonlyMap<unknown, string>): unknown {
  return JSON.parse(JSON.stringify(item), (key, value) => {
    if (!['parameters', 'x-checks'].includes(key) || !Array.isArray(value)) return value;
    return value.map((row) => {
      const { in: place, name } = asNode(resolve(contract, row).value);
      const newName = key === 'x-checks' || place === 'path' ? names.get(name) : undefined;
      return isNode(row) && newName !== undefined ? { ...row, name: newName } : row;
    });
  });
}

/** Gives each check that differs in nothing but its name the new one. */
function withNewChecks(contract: Node, after: Node): Renamed {
  const renamed: Node = JSON.parse(JSON.stringify(contract));
  const successors = operationsOf(after);
  const changes = [...operationsOf(renamed)].flatMap(([operation, before]) => {
    const successor = successors.get(operation) ?? {};
    const [olds, currents] = [checksOf(before), checksOf(successor)];
    const parameters = [...namesOf(renamed, before['parameters']), ...namesOf(after, successor['parameters'])];
    const fresh = currents.filter(({ name }) => !olds.some((old) => old['name'] === name));
    const gone = olds.filter(({ name }) => !currents.some((current) => current['name'] === name));
    return gone.flatMap((check): Change[] => {
      const match = fresh.find((current) => isDeepStrictEqual({ ...check, name: current['name'] }, current));
      if (match === undefined) return [];
      fresh.splice(fresh.indexOf(match), 1);
      const names = [check['name'], match['name']];
      Object.assign(check, match);
      // No response shows the name, but a check that is named like a parameter rejects a malformed one.
      const level = names.some((name) => parameters.includes(name)) ? 'breaking' : 'wording';
      return [{ level, where: code(operation), what: `the check ${names.map(code).join(' is now called ')}` }];
    });
  });
  return { renamed, changes };
}

function checksOf(operation: Node): Node[] {
  return asList(operation['x-checks'])
    .map(asNode)
    .filter(({ name }) => name !== undefined);
}

function namesOf(contract: Node, parameters: unknown): unknown[] {
  return asList(parameters).map((parameter) => asNode(resolve(contract, parameter).value)['name']);
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}

function componentsOf(contract: Node, kind: string): Node {
  return asNode(asNode(contract['components'])[kind]);
}
