import { type Contract, httpMethods, type Operation, type Ref, type Response, refName } from '../document.ts';

/** Where the answers that belong to no operation are put, so that they are compared as responses. */
export const sharedPath = 'components/responses';

/** Each operation of a contract by its name, e.g. `POST /api/submit-verse`. */
export function operationsOf({ paths }: Contract): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => httpMethods.has(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

/** The contract in the form that api-smart-diff is given: with the answers of no operation, and without the checks. */
export function comparable(contract: Contract): object {
  const paths = Object.entries(contract.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([key, value]) => [key, httpMethods.has(key) ? operation(contract, value) : value]),
    ),
  ]);
  const shared = Object.values(contract.components.responses ?? {}).map((value) => [
    value['x-status'],
    response(value),
  ]);
  return {
    ...contract,
    paths: { ...Object.fromEntries(paths), [sharedPath]: { get: { responses: Object.fromEntries(shared) } } },
  };
}

/** What can be left out is there and empty, or the first parameter or header would be a change of the whole list. */
function operation({ components }: Contract, { 'x-checks': _, ...rest }: Operation): object {
  return {
    ...rest,
    parameters: (rest.parameters ?? []).map((parameter: Ref | object) =>
      '$ref' in parameter ? components.parameters?.[refName(parameter)] : parameter,
    ),
    responses: Object.fromEntries(Object.entries(rest.responses).map(([status, value]) => [status, response(value)])),
  };
}

function response({ headers = {}, ...rest }: Response): object {
  return { headers, ...rest };
}

/** What stands at a path of a document, through its references; undefined where there is nothing. */
export function lookUp(document: object, path: readonly PropertyKey[]): unknown {
  let found: unknown = document;
  for (const key of path) {
    found = dereference(document, (found as Record<PropertyKey, unknown> | undefined)?.[key]);
  }
  return found;
}

/** @returns the value itself, or what it refers to when it is a reference */
export function dereference(document: object, value: unknown): unknown {
  const reference = (value as Partial<Ref> | null | undefined)?.$ref;
  return typeof reference === 'string' ? lookUp(document, reference.split('/').slice(1)) : value;
}
