import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type PlacedOperation } from '../document/operations.ts';
import { dereference, refName } from '../document/pointer.ts';
import { documentedResponses } from '../document/responses.ts';
import type { Contract, Header, Operation, Parameter, Response, Schema } from '../document/types.ts';

/** What holds for many responses of a contract, so that the report says it once. */
export interface Shared {
  /** The headers that every response has. */
  readonly headers: ReadonlyMap<string, Header>;
  /** The errors whose body is not a JSON object with a string `error`, by the names of `documentedResponses`. */
  readonly otherErrors: readonly string[];
  readonly responses: readonly SharedResponse[];
  /** The parameters that every operation has. */
  readonly parameters: readonly Parameter[];
}

export interface SharedResponse {
  readonly name: string;
  readonly status: string;
  readonly response: Response;
  /** The operations that return it; empty for one that belongs to none. */
  readonly operations: readonly string[];
}

export function sharedOf(contract: Contract): Shared {
  const all = documentedResponses(contract);
  const [first, ...others] = all.map(({ response }) => response.headers ?? {});
  const common = Object.entries(first ?? {}).filter(([name]) => others.every((headers) => name in headers));
  return {
    headers: new Map(common.map(([name, ref]) => [name, dereference<Header>(contract, ref) as Header])),
    otherErrors: all
      .filter(({ status, response }) => status >= '400' && !isError(contract, response))
      .map(({ name }) => name),
    responses: sharedResponses(contract),
    parameters: sharedParameters(contract),
  };
}

/** The headers that a response has besides those of every response. */
export function furtherHeaders(contract: Contract, { headers }: Shared, response: Response): [string, Header][] {
  return Object.entries(response.headers ?? {})
    .filter(([name]) => !headers.has(name))
    .map(([name, ref]) => [name, dereference<Header>(contract, ref) as Header]);
}

/** The statuses of an operation that refer to `components/responses`, with the names there. */
export function referredResponses(contract: Contract, { path, method }: PlacedOperation): Map<string, string> {
  const { responses = {} } = contract.paths[path]?.[method] ?? {};
  return new Map(
    Object.entries(responses).flatMap(([status, response]) =>
      '$ref' in response ? [[status, refName(response)] as const] : [],
    ),
  );
}

/** The parameters of an operation, without references. */
export function parametersOf(contract: Contract, { parameters = [] }: Operation): Parameter[] {
  return parameters.flatMap((written) => dereference<Parameter>(contract, written) ?? []);
}

/** Those of one operation alone are its own, even where there is no other operation. */
function sharedParameters(contract: Contract): Parameter[] {
  const [first = [], ...others] = operationsOf(contract).map(({ operation }) => parametersOf(contract, operation));
  if (others.length === 0) return [];
  return first.filter((each) =>
    others.every((parameters) => parameters.some((other) => isDeepStrictEqual(other, each))),
  );
}

function sharedResponses(contract: Contract): SharedResponse[] {
  const uses = operationsOf(contract).flatMap((placed) =>
    [...referredResponses(contract, placed)].map(([status, name]) => ({ operation: placed.name, status, name })),
  );
  return Object.entries(contract.components.responses ?? {}).map(([name, response]) => {
    const own = uses.filter((use) => use.name === name);
    const status = response['x-status'] ?? own[0]?.status;
    return { name, status: `${status}`, response, operations: own.map(({ operation }) => operation) };
  });
}

function isError(contract: Contract, { content }: Response): boolean {
  const bodies = Object.values(content).flatMap(({ schema }) => ('oneOf' in schema ? schema.oneOf : [schema]));
  if (bodies.length === 0) return false;
  return bodies.every((written) => {
    const { type, required, properties } = dereference<Schema>(contract, written) ?? {};
    const error = dereference<Schema>(contract, properties?.['error'] ?? {});
    return type === 'object' && required?.includes('error') && error?.type === 'string';
  });
}
