import type { ApiResponse } from '../../src/api/response.ts';
import type { CalendarRules } from '../../src/calendar/window.ts';
import { contentOf, type DocumentedResponse, documentedResponses, mediaType } from '../document/responses.ts';
import { fixedValue } from '../document/schemas.ts';
import type { Contract } from '../document/types.ts';
import { atPresent } from './present.ts';

interface Example {
  readonly code: string;
  /** The name of the example, where the status has several. */
  readonly kind: string | undefined;
  readonly headers: ApiResponse['headers'];
  readonly body: unknown;
}

/** The status and the name of the example that a client wants. */
export interface Wanted {
  readonly code?: string | undefined;
  readonly example?: string | undefined;
}

/**
 * The documented responses of one operation, made of the contract's examples as if they had been
 * written now. openapi-backend's `mockResponseForOperation` has no headers, and gives another
 * status or example where it does not know the wanted one.
 */
export class Examples {
  readonly #examples: readonly Example[];
  readonly #rules: CalendarRules;
  readonly #clock: () => Temporal.Instant;

  /**
   * @param operation its name, e.g. `POST /api/submit-verse`
   * @throws Error that names a header for which the contract has neither a fixed value nor an
   *   example
   */
  constructor(contract: Contract, operation: string, rules: CalendarRules, clock: () => Temporal.Instant) {
    this.#examples = documentedResponses(contract)
      .filter((documented) => documented.operation === operation)
      .map((documented) => ({
        code: documented.status,
        kind: documented.kind,
        headers: headersOf(documented),
        body: documented.example,
      }));
    this.#rules = rules;
    this.#clock = clock;
  }

  /**
   * The response that a client prefers, or what is allowed instead; undefined if it prefers none.
   */
  preferred({ code, example }: Wanted): ApiResponse | { readonly rejected: string } | undefined {
    if (code === undefined && example === undefined) return undefined;
    const preferred = this.#examples.find(
      (each) => (code === undefined || each.code === code) && (example === undefined || each.kind === example),
    );
    if (preferred !== undefined) return this.#responseOf(preferred);

    const codes = new Set(this.#examples.map((each) => each.code));
    if (code !== undefined && !codes.has(code)) return { rejected: `Prefer: code must be ${oneOf([...codes])}` };
    const kinds = this.#examples
      .filter((each) => code === undefined || each.code === code)
      .flatMap(({ kind }) => (kind === undefined ? [] : [kind]));
    if (kinds.length > 0) {
      return { rejected: `Prefer: ${code === undefined ? '' : `with code=${code}, `}example must be ${oneOf(kinds)}` };
    }
    const where = code === undefined ? 'every code of this operation' : `code=${code}`;
    return { rejected: `Prefer: ${where} has one example only, which has no name: omit example` };
  }

  /** The response to a request that passes every check: the first one below 300. */
  success(): ApiResponse {
    return this.#responseOf(this.#examples.find(({ code }) => code < '300') as Example);
  }

  #responseOf({ code, headers, body: example }: Example): ApiResponse {
    const now = this.#clock();
    const body = atPresent(example, now, this.#rules) as ApiResponse['body'];
    return {
      status: Number(code),
      headers: { ...headers, ...retryAfter(headers, body, now) },
      ...(body !== undefined && { body }),
    };
  }
}

/** A `Retry-After` says the same as the `cooldownEndsAt` of its body, in seconds. */
function retryAfter(headers: ApiResponse['headers'], body: unknown, now: Temporal.Instant): ApiResponse['headers'] {
  const { cooldownEndsAt } = (body ?? {}) as { cooldownEndsAt?: string };
  return cooldownEndsAt === undefined || headers['Retry-After'] === undefined
    ? {}
    : { 'Retry-After': Math.ceil(now.until(cooldownEndsAt).total('seconds')) };
}

/** All headers of a response that have an example, but for those that middleware sets. */
function headersOf({ name: of, response }: DocumentedResponse): ApiResponse['headers'] {
  const headers = Object.entries(response.headers).flatMap(([name, { example, required, schema, ...rest }]) => {
    const value = example ?? fixedValue(schema);
    if (rest['x-set-by'] !== undefined || (value === undefined && !required)) return [];
    if (value !== undefined) return [[name, value]];
    throw new Error(`${of}: the contract has neither a fixed value nor an example for the header ${name}`);
  });
  const type = contentOf(response) === undefined ? {} : { 'Content-Type': mediaType(response) };
  return { ...type, ...Object.fromEntries(headers) };
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.join(', ')}`;
}
