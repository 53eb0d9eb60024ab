import type { ApiResponse } from '../../src/http/response.ts';
import {
  type Contract,
  dereference,
  documentedResponses,
  fixedValue,
  type Header,
  mediaType,
  type PlacedOperation,
  type Response,
  type Schema,
} from '../document.ts';
import type { Preference } from './prefer.ts';

interface Example {
  readonly code: string;
  /** The name of the example, where the status has several. */
  readonly kind: string | undefined;
  readonly response: ApiResponse;
}

/** The documented responses of one operation, made of the contract's examples. */
export class Examples {
  readonly #examples: readonly Example[];

  /** @throws Error that names a header for which the contract has neither a fixed value nor an example */
  constructor(contract: Contract, { name, operation }: PlacedOperation) {
    this.#examples = documentedResponses(contract)
      .filter((documented) => documented.operation === name)
      .map(({ status, kind, example, response }) => ({
        code: status,
        kind,
        response: {
          status: Number(status),
          headers: headersOf(contract, response, operation['x-cooldown']),
          ...(example !== undefined && { body: example as object | string }),
        },
      }));
  }

  /** The response that a client prefers, or the reason why there is none. */
  preferred({ code, example }: Preference): ApiResponse | { readonly unknown: string } {
    const preferred = this.#examples.find(
      (each) => (code === undefined || each.code === code) && (example === undefined || each.kind === example),
    );
    if (preferred !== undefined) return preferred.response;

    const codes = new Set(this.#examples.map((each) => each.code));
    if (code !== undefined && !codes.has(code)) return { unknown: `Prefer: code must be ${oneOf([...codes])}` };
    const kinds = this.#examples
      .filter((each) => code === undefined || each.code === code)
      .flatMap(({ kind }) => (kind === undefined ? [] : [kind]));
    if (code === undefined) return { unknown: `Prefer: example must be ${oneOf(kinds)}` };
    return {
      unknown:
        kinds.length > 0
          ? `Prefer: with code=${code}, example must be ${oneOf(kinds)}`
          : `Prefer: code=${code} has one example only, which has no name: omit example`,
    };
  }

  /** The response to a request that passes every check: the first one below 300. */
  success(): ApiResponse {
    return this.#examples.find(({ code }) => code < '300')?.response as ApiResponse;
  }
}

/** All headers of a response, but for those that middleware sets. */
function headersOf(contract: Contract, response: Response, cooldown: string | undefined): ApiResponse['headers'] {
  const headers = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const header = dereference<Header>(contract, ref);
    return header === undefined || header['x-set-by'] ? [] : [[name, headerValue(contract, name, header, cooldown)]];
  });
  return { 'Content-Type': mediaType(response), ...Object.fromEntries(headers) };
}

function headerValue(contract: Contract, name: string, { example, schema }: Header, cooldown: string | undefined) {
  const value = example ?? fixedValue(dereference<Schema>(contract, schema));
  if (value !== undefined) return value;
  // As if the cooldown had just begun: a client that obeys the header must not retry at once.
  if (name === 'Retry-After' && cooldown !== undefined) return Temporal.Duration.from(cooldown).total('seconds');
  throw new Error(`The contract has neither a fixed value nor an example for the header ${name}`);
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.join(', ')}`;
}
