import type { OpenAPIBackend } from 'openapi-backend';
import type { ApiResponse } from '../../src/http/response.ts';
import type { Preference } from './prefer.ts';

/** The parts of an operation that its examples are made of, without references. */
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-cooldown'?: string;
}
interface Response {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content: { readonly 'application/json': { readonly examples?: Readonly<Record<string, unknown>> } };
}
interface Header {
  readonly 'x-set-by'?: string;
  readonly example?: string | number;
  readonly schema: { readonly example?: string | number; readonly enum?: readonly string[] };
}

/**
 * What the contract gives as an example of an operation's answers, each with all the headers that are the response's own.
 *
 * @throws when a documented header has nothing that could stand in it
 */
export class Examples {
  readonly #api: OpenAPIBackend;
  readonly #operation: Operation;
  readonly #headers: ReadonlyMap<string, ApiResponse['headers']>;

  constructor(api: OpenAPIBackend, operationId: string) {
    this.#api = api;
    this.#operation = api.router.getOperation(operationId) as unknown as Operation;
    this.#headers = new Map(
      Object.entries(this.#operation.responses).map(([code, { headers = {} }]) => [
        code,
        {
          'Content-Type': 'application/json',
          ...Object.fromEntries(
            Object.entries(headers)
              .filter(([, header]) => header['x-set-by'] === undefined)
              .map(([name, header]) => [name, this.#headerValue(name, header)]),
          ),
        },
      ]),
    );
  }

  /** The answer that a client prefers, or what it could have preferred. */
  preferred({ code, example }: Preference): ApiResponse | { readonly unknown: string } {
    const codes = Object.keys(this.#operation.responses);
    const chosen = code ?? codes.find((each) => this.#names(each).includes(example ?? ''));
    if (chosen === undefined) {
      const all = codes.flatMap((each) => this.#names(each));
      return { unknown: `Prefer: example must be ${oneOf(all)}` };
    }
    if (!codes.includes(chosen)) return { unknown: `Prefer: code must be ${oneOf(codes)}` };
    const names = this.#names(chosen);
    if (example !== undefined && !names.includes(example)) {
      return {
        unknown:
          names.length > 0
            ? `Prefer: with code=${chosen}, example must be ${oneOf(names)}`
            : `Prefer: code=${chosen} has one example only, which has no name: leave example out`,
      };
    }
    return this.#response(chosen, example);
  }

  /** What happens when all goes well: the first answer below 300. */
  success(): ApiResponse {
    return this.#response(Object.keys(this.#operation.responses).find((code) => code < '300') ?? '');
  }

  #response(code: string, example?: string): ApiResponse {
    const { status, mock } = this.#api.mockResponseForOperation(this.#operation.operationId, {
      code: Number(code),
      ...(example !== undefined && { example }),
    });
    return { status, headers: this.#headers.get(code) ?? {}, body: mock };
  }

  #names(code: string): string[] {
    return Object.keys(this.#operation.responses[code]?.content['application/json'].examples ?? {});
  }

  #headerValue(name: string, { example, schema }: Header): string | number {
    const cooldown = this.#operation['x-cooldown'];
    const value = example ?? schema.example ?? schema.enum?.[0];
    if (value !== undefined) return value;
    // The cooldown at its very beginning: a client that heeds the header must not come back at once.
    if (name === 'Retry-After' && cooldown !== undefined) return Temporal.Duration.from(cooldown).total('seconds');
    throw new Error(`${this.#operation.operationId}: the contract says nothing that the header ${name} could be`);
  }
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.join(', ')}`;
}
