import { isDeepStrictEqual } from 'node:util';
import { type Change, code } from './change.ts';
import { asNode, type Node } from './node.ts';

/** The kinds of components whose names only references show. */
export const kinds: Readonly<Record<string, string>> = {
  schemas: 'schema',
  responses: 'response',
  headers: 'header',
  parameters: 'parameter',
  requestBodies: 'request body',
  examples: 'example',
};

/**
 * Finds the components that only have another name, one after the other: once one is found, those that refer to it can be.
 *
 * @returns the contract with the new names, and a change for each
 */
export function withNewNames(contract: Node, after: Node): { renamed: Node; changes: Change[] } {
  let renamed = contract;
  const changes: Change[] = [];
  for (;;) {
    const rename = findRename(renamed, after);
    if (rename === undefined) return { renamed, changes };
    const { kind, old, name } = rename;
    renamed = rewrite(renamed, kind, old, name);
    // Generated clients name their types after schemas.
    const level = kind === 'schemas' ? 'compatible' : 'wording';
    changes.push({ level, where: 'the document', what: `the ${kinds[kind]} ${code(old)} is now called ${code(name)}` });
  }
}

function findRename(before: Node, after: Node): { kind: string; old: string; name: string } | undefined {
  for (const kind of Object.keys(kinds)) {
    const [olds, currents] = [componentsOf(before, kind), componentsOf(after, kind)];
    const fresh = Object.keys(currents).filter((name) => !(name in olds));
    for (const old of Object.keys(olds).filter((name) => !(name in currents))) {
      const name = fresh.find((name) => isDeepStrictEqual(withName(olds[old], kind, old, name), currents[name]));
      if (name !== undefined) return { kind, old, name };
    }
  }
  return undefined;
}

function rewrite(contract: Node, kind: string, old: string, name: string): Node {
  const rewritten = withName(contract, kind, old, name);
  const { [old]: component, ...others } = componentsOf(rewritten, kind);
  return { ...rewritten, components: { ...asNode(rewritten['components']), [kind]: { ...others, [name]: component } } };
}

/** A value whose references to a component have its new name. */
function withName<Value>(value: Value, kind: string, old: string, name: string): Value {
  const [from, to] = [old, name].map((end) => JSON.stringify(`#/components/${kind}/${end}`)) as [string, string];
  return JSON.parse(JSON.stringify(value).replaceAll(from, () => to));
}

function componentsOf(contract: Node, kind: string): Node {
  return asNode(asNode(contract['components'])[kind]);
}
