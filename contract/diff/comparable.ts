import { type Contract, dereference, isMethod, type Ref, type Response, type WrittenOperation } from '../document.ts';

/** The place of the responses that belong to no operation: there they are compared like those of an operation. */
export const sharedPath = 'components/responses';

/** The contract in the form that api-smart-diff compares: with the responses of no operation, and without the checks. */
export function comparable(contract: Contract): object {
  const paths = Object.entries(contract.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([key, value]) => [
        key,
        isMethod(key) ? operation(contract, value as WrittenOperation) : value,
      ]),
    ),
  ]);
  const ofNoOperation = Object.values(contract.components.responses ?? {})
    .filter((value) => value['x-status'] !== undefined)
    .map((value) => [value['x-status'], response(contract, value)]);
  return {
    ...contract,
    paths: { ...Object.fromEntries(paths), [sharedPath]: { get: { responses: Object.fromEntries(ofNoOperation) } } },
  };
}

/** An absent list or map becomes an empty one: otherwise the first parameter or header would be a change of the whole list. */
function operation(contract: Contract, { 'x-checks': _, ...rest }: WrittenOperation): object {
  return {
    ...rest,
    parameters: (rest.parameters ?? []).map((parameter) => dereference(contract, parameter)),
    responses: Object.fromEntries(
      Object.entries(rest.responses).map(([status, value]) => [status, response(contract, value)]),
    ),
  };
}

function response(contract: Contract, written: Ref | Response): object {
  const { headers = {}, ...rest } = dereference(contract, written) ?? {};
  return { headers, ...rest };
}
