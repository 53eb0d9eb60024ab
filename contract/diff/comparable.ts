import { isRef, refName } from '../document/references.ts';
import { isMethod } from '../document/types.ts';
import { plain } from './change.ts';
import { asList, asNode, isNode, type Node, resolve } from './node.ts';

/** The place of the responses that belong to no operation: there they are compared like those of an operation. */
export const sharedPath = 'components/responses';

/** What an operation inherits from its path or from the document, with the default if neither sets it. */
const inheritable: Readonly<Record<string, unknown>> = { security: [], servers: [{ url: '/' }] };

/**
 * A contract in the form that is compared with another one: each operation has the parameters of its path. If an operation has security or
 * servers of its own in either contract, it has them in this form of both; the document has them only if an operation inherits them. A check has the name
 * of its error, whose text is compared with the response. The responses that belong to no operation are at `sharedPath`.
 */
export function comparable(contract: Node, other: Node): Node {
  const operations = operationsOf(contract);
  const keywords = Object.keys(inheritable);
  const hasOwn = (name: string, keyword: string) =>
    [operations, operationsOf(other)].some((either) => either.get(name)?.[keyword] !== undefined);
  const common = [...operationsOf(other).keys()].filter((name) => operations.has(name));
  const ofDocument = (keyword: string) => [keyword, contract[keyword] ?? inheritable[keyword]];

  const paths = Object.entries(asNode(contract['paths'])).map(([path, written]) => {
    const { parameters: _, servers: __, ...item } = asNode(resolve(contract, written).value);
    const entries = Object.entries(item).map(([method, written]) => {
      const name = operationName(method, path);
      const operation = operations.get(name);
      if (operation === undefined) return [method, written];
      const inherited = keywords.filter((keyword) => hasOwn(name, keyword)).map(ofDocument);
      const checks = asList(operation['x-checks']).map(withErrorName);
      return [method, { ...Object.fromEntries(inherited), ...operation, 'x-checks': checks }];
    });
    return [path, Object.fromEntries(entries)];
  });
  const shared = Object.entries(asNode(asNode(contract['components'])['responses']))
    .filter(([, response]) => asNode(response)['x-status'] !== undefined)
    .map(([name, response]) => [plain(asNode(response)['x-status']), { $ref: `#/components/responses/${name}` }]);
  const inherited = keywords.filter((keyword) => common.length === 0 || !common.every((name) => hasOwn(name, keyword)));
  const { security: _, servers: __, ...rest } = contract;
  return {
    ...rest,
    ...Object.fromEntries(inherited.map(ofDocument)),
    paths: { ...Object.fromEntries(paths), [sharedPath]: { get: { responses: Object.fromEntries(shared) } } },
  };
}

/** A check, or the rejection that can take its place, with the name of its error instead of the reference. */
function withErrorName(rejection: unknown): unknown {
  if (!isNode(rejection)) return rejection;
  const { error, otherwise } = rejection;
  return {
    ...rejection,
    ...(isRef(error) && { error: refName(error) }),
    ...(Array.isArray(otherwise) && { otherwise: otherwise.map(withErrorName) }),
  };
}

/** Each operation by its name, such as `POST /api/submit-verse`, with what its path has for all operations. */
export function operationsOf(contract: Node): Map<string, Node> {
  const operations = Object.entries(asNode(contract['paths'])).flatMap(([path, written]) => {
    const item = asNode(resolve(contract, written).value);
    return Object.entries(item)
      .filter(([key]) => isMethod(key))
      .map(([method, operation]) => {
        const all = { ...(item['servers'] !== undefined && { servers: item['servers'] }), ...asNode(operation) };
        return [operationName(method, path), { ...all, parameters: parametersOf(contract, all, item) }] as const;
      });
  });
  return new Map(operations);
}

export function operationName(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

/** What identifies a parameter: its place and its name, such as `query localDate`. */
export function parameterIdentity(contract: Node, written: unknown): string {
  const { in: place, name } = asNode(resolve(contract, written).value);
  return typeof place === 'string' && typeof name === 'string' ? `${place} ${name}` : JSON.stringify(written);
}

/** What parameters of an operation must not share: their identity, in which the name of a header has no case. */
export function parameterKey(contract: Node, written: unknown): string {
  const identity = parameterIdentity(contract, written);
  return identity.startsWith('header ') ? identity.toLowerCase() : identity;
}

/** The parameters of an operation, and those of its path that it does not replace. */
function parametersOf(contract: Node, operation: Node, item: Node): unknown[] {
  const own = asList(operation['parameters']);
  const replaced = new Set(own.map((parameter) => parameterKey(contract, parameter)));
  return [...own, ...asList(item['parameters']).filter((one) => !replaced.has(parameterKey(contract, one)))];
}
