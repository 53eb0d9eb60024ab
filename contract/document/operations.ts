import { pointerTo } from './pointer.ts';
import { isRef, resolve, resolveAll } from './references.ts';
import type { Check, Contract, Method, Operation, Ref, Rejection, Response, WrittenResponse } from './types.ts';

export interface PlacedOperation {
  /** E.g. `POST /api/submit-verse`. */
  readonly name: string;
  readonly path: string;
  readonly method: Method;
  /** Where it is in the contract: a JSON pointer, e.g. `#/paths/~1api~1submit-verse/post`. */
  readonly pointer: string;
  readonly operation: Operation;
}

/**
 * Every operation of a contract, in its order. References are resolved, except the names of bodies.
 */
export function operationsOf(contract: Contract): PlacedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security = contract.security, parameters = [], requestBody, ...rest }]) => {
      const pointer = pointerTo('paths', path, method);
      const responses = Object.entries(rest.responses).map(
        ([status, response]) => [status, responseAt(contract, `${pointer}/responses/${status}`, response)] as const,
      );
      const operation: Operation = {
        ...rest,
        security,
        parameters: resolveAll(contract, parameters),
        ...(requestBody && {
          requestBody: { ...requestBody, schema: resolveAll(contract, requestBody.content['application/json'].schema) },
        }),
        responses: Object.fromEntries(responses),
      };
      return { name: `${method.toUpperCase()} ${path}`, path, method: method as Method, pointer, operation };
    }),
  );
}

function responseAt(contract: Contract, pointer: string, written: Ref | WrittenResponse): Response {
  const { headers = {}, content = {}, ...rest } = resolve(contract, written);
  const own = isRef(written) ? written.$ref : pointer;
  return { ...rest, pointer: own, headers: resolveAll(contract, headers), content };
}

/**
 * Every response with which a check can reject a request: its own, and those that can take its
 * place.
 */
export function rejectionsOf(check: Check): (Rejection & { when?: string })[] {
  return [check, ...(check.otherwise ?? [])];
}

/** A response under `components/responses`. */
interface SharedResponse {
  readonly name: string;
  /**
   * Its own (`x-status`), or the one that an operation gives to it; undefined if it has neither.
   */
  readonly status: string | undefined;
  /** The names of the operations that have it; empty for one that belongs to none. */
  readonly operations: readonly string[];
  readonly response: Response;
}

/** The responses that operations share, and those that belong to none, in the contract's order. */
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
