import { dereference, pointerTo, resolve } from './pointer.ts';
import {
  type Contract,
  isMethod,
  type Method,
  type Operation,
  type Parameter,
  type Ref,
  type WrittenOperation,
} from './types.ts';

export interface PlacedOperation {
  /** E.g. `POST /api/submit-verse`. */
  readonly name: string;
  readonly path: string;
  readonly method: Method;
  /** Where it is in the contract: a JSON pointer, e.g. `#/paths/~1api~1submit-verse/post`. */
  readonly pointer: string;
  /** With the parameters of its path. References to parameters, the body and responses are resolved. */
  readonly operation: Operation;
}

/**
 * Every operation of a contract, in its order.
 *
 * @throws Error that names the place of a reference, where it leads nowhere
 */
export function operationsOf(contract: Contract): PlacedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, writtenItem]) => {
    const itemPointer = pointerTo('paths', path);
    const item = resolve(contract, itemPointer, writtenItem);
    return Object.keys(item)
      .filter(isMethod)
      .map((method) => {
        const pointer = pointerTo('paths', path, method);
        const { parameters = [], requestBody, responses, ...rest } = item[method] as WrittenOperation;
        const operation: Operation = {
          ...rest,
          parameters: [
            ...parametersAt(contract, pointer, parameters),
            ...parametersAt(contract, itemPointer, item.parameters ?? []),
          ],
          ...(requestBody && { requestBody: resolve(contract, `${pointer}/requestBody`, requestBody) }),
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, response]) => {
              const resolved = resolve(contract, `${pointer}/responses/${status}`, response);
              return [status, { ...resolved, content: resolved.content ?? {} }];
            }),
          ),
        };
        return { name: `${method.toUpperCase()} ${path}`, path, method, pointer, operation };
      });
  });
}

function parametersAt(contract: Contract, pointer: string, parameters: readonly (Ref | Parameter)[]): Parameter[] {
  return parameters.map((parameter, index) => resolve(contract, `${pointer}/parameters/${index}`, parameter));
}

/** The patterns that the parameters of an operation must match, by the parameter's name. */
export function parameterPatterns(contract: Contract, operation: Operation): [name: string, pattern: string][] {
  return operation.parameters.flatMap(({ name, schema }) => {
    const pattern = dereference(contract, schema)?.pattern;
    return pattern === undefined ? [] : [[name, pattern]];
  });
}
