import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type SharedResponse, sharedResponses } from '../document/operations.ts';
import { bodySchemas, documentedResponses } from '../document/responses.ts';
import { schemasOf } from '../document/schemas.ts';
import type { Contract, Header, Parameter, Response } from '../document/types.ts';

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

export function sharedOf(contract: Contract): Shared {
  const all = documentedResponses(contract);
  const [first, ...others] = all.map(({ response }) => response.headers);
  const common = Object.entries(first ?? {}).filter(([name]) => others.every((headers) => name in headers));
  return {
    headers: new Map(common),
    otherErrors: all
      .filter(({ status, response }) => status >= '400' && !isError(contract, response))
      .map(({ name }) => name),
    responses: sharedResponses(contract),
    parameters: sharedParameters(contract),
  };
}

/** The headers that a response has besides those of every response. */
export function furtherHeaders({ headers }: Shared, response: Response): [string, Header][] {
  return Object.entries(response.headers).filter(([name]) => !headers.has(name));
}

/** Those of one operation alone are its own, even where there is no other operation. */
function sharedParameters(contract: Contract): Parameter[] {
  const [first = [], ...others] = operationsOf(contract).map(({ operation }) => operation.parameters);
  if (others.length === 0) return [];
  return first.filter((each) =>
    others.every((parameters) => parameters.some((other) => isDeepStrictEqual(other, each))),
  );
}

function isError(contract: Contract, response: Response): boolean {
  return bodySchemas(response).every((name) => {
    const { type, required, properties } = schemasOf(contract)[name] ?? {};
    return type === 'object' && required?.includes('error') && properties?.['error']?.type === 'string';
  });
}
