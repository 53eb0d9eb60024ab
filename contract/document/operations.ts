import { pointerTo } from './pointer.ts';
import { isRef, resolve, resolveAll } from './references.ts';
import {
  type Check,
  type Contract,
  isMethod,
  type Method,
  type Operation,
  type Parameter,
  type Ref,
  type Rejection,
  type RequestBody,
  type Response,
  type Schema,
  type WrittenOperation,
  type WrittenRequestBody,
  type WrittenResponse,
} from './types.ts';

export interface PlacedOperation {
  /** E.g. `POST /api/submit-verse`. */
  readonly name: string;
  readonly path: string;
  readonly method: Method;
  /** Where it is in the contract: a JSON pointer, e.g. `#/paths/~1api~1submit-verse/post`. */
  readonly pointer: string;
  /** With the parameters of its path, after its own. */
  readonly operation: Operation;
}

/**
 * Every operation of a contract, in its order. References are resolved, except the names of bodies.
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
        const {
          security = contract.security ?? [],
          parameters,
          requestBody,
          responses,
          ...rest
        } = item[method] as WrittenOperation;
        const operation: Operation = {
          ...rest,
          security,
          parameters: [
            ...parametersAt(contract, `${pointer}/parameters`, parameters),
            ...parametersAt(contract, `${itemPointer}/parameters`, item.parameters),
          ],
          ...(requestBody && { requestBody: requestBodyAt(contract, `${pointer}/requestBody`, requestBody) }),
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, response]) => [
              status,
              responseAt(contract, `${pointer}/responses/${status}`, response),
            ]),
          ),
        };
        return { name: `${method.toUpperCase()} ${path}`, path, method, pointer, operation };
      });
  });
}

function parametersAt(contract: Contract, pointer: string, written: WrittenOperation['parameters'] = []): Parameter[] {
  return resolveAll(contract, pointer, written);
}

function requestBodyAt(contract: Contract, pointer: string, written: Ref | WrittenRequestBody): RequestBody {
  const body = resolve(contract, pointer, written);
  const schema = resolveAll<Schema | undefined>(contract, pointer, body.content['application/json']?.schema);
  return { ...body, schema };
}

function responseAt(contract: Contract, pointer: string, written: Ref | WrittenResponse): Response {
  const { headers = {}, content = {}, ...rest } = resolve(contract, pointer, written);
  return {
    ...rest,
    pointer: isRef(written) ? written.$ref : pointer,
    headers: resolveAll(contract, `${pointer}/headers`, headers),
    content,
  };
}

/** Every response with which a check can reject a request: its own, and those that can take its place. */
export function rejectionsOf(check: Check): (Rejection & { when?: string })[] {
  return [check, ...(check.otherwise ?? [])];
}

/** A response under `components/responses`. */
export interface SharedResponse {
  readonly name: string;
  /** Its own (`x-status`), or the one that an operation gives to it; undefined if it has neither. */
  readonly status: string | undefined;
  /** The names of the operations that have it; empty for one that belongs to none. */
  readonly operations: readonly string[];
  readonly response: Response;
}

/**
 * The responses that operations share, and those that belong to none, in the contract's order.
 *
 * @throws Error that names the place of a reference, where it leads nowhere
 */
export function sharedResponses(contract: Contract): SharedResponse[] {
  const uses = operationsOf(contract).flatMap(({ name, operation }) =>
    Object.entries(operation.responses).map(([status, { pointer }]) => ({ operation: name, status, pointer })),
  );
  return Object.entries(contract.components.responses ?? {}).map(([name, written]) => {
    const response = responseAt(contract, pointerTo('components', 'responses', name), written);
    const own = uses.filter(({ pointer }) => pointer === response.pointer);
    const status = response['x-status']?.toString() ?? own[0]?.status;
    return { name, status, operations: own.map(({ operation }) => operation), response };
  });
}
