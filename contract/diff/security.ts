import type { Level } from './change.ts';
import type { Difference } from './differences.ts';
import { asNode, type Node } from './node.ts';

/** The level of one of the schemes' combinations that a request may satisfy, which is new or gone. */
export function securityLevel({ before, parents }: Difference): Level {
  const [old, current] = [alternatives(parents.before), alternatives(parents.after)];
  if (before === undefined) return demands(old) || suffices(current, {}) ? 'compatible' : 'breaking';
  // Where nothing is demanded any more, the service no longer knows whose request it is.
  const isKnown = demands(current) || !demands([asNode(before)]);
  return isKnown && suffices(current, asNode(before)) ? 'compatible' : 'breaking';
}

function alternatives(parent: unknown): Node[] {
  const { security } = asNode(parent);
  return Array.isArray(security) && security.length > 0 ? security.map(asNode) : [{}];
}

function demands(list: readonly Node[]): boolean {
  return list.some((schemes) => Object.keys(schemes).length > 0);
}

/** Whether a request that satisfies these schemes satisfies one of the alternatives. */
function suffices(list: readonly Node[], schemes: Node): boolean {
  const scopes = (alternative: Node, scheme: string) => [alternative[scheme] ?? []].flat();
  return list.some((alternative) =>
    Object.keys(alternative).every(
      (scheme) =>
        scheme in schemes && scopes(alternative, scheme).every((scope) => scopes(schemes, scheme).includes(scope)),
    ),
  );
}
