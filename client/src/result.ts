import { UnexpectedResponseError } from './errors.js';
import type { CompleteResponse } from './exchange.js';

/** The documented responses of an operation, by status: the members of the body, and the result's members for numeric headers. */
export type DocumentedResponses = Readonly<
  Record<number, { readonly members: readonly string[]; readonly numbers: Readonly<Record<string, string>> }>
>;

/**
 * Converts a documented response to a result: its status, the members of its body, and the numbers in its headers.
 *
 * @throws UnexpectedResponseError when the response is not documented
 */
export function toResult<Result>({ status, headers, body }: CompleteResponse, responses: DocumentedResponses): Result {
  const documented = responses[status];
  if (documented === undefined) throw new UnexpectedResponseError('The status is not in the contract', status, body);

  const result: Record<string, unknown> = { ...parseObject(status, body), status };
  const missing = documented.members.filter((member) => typeof result[member] !== 'string');
  if (missing.length > 0) throw new UnexpectedResponseError(`The body lacks ${missing.join(', ')}`, status, body);

  for (const [header, member] of Object.entries(documented.numbers)) {
    const value = headers.get(header);
    if (value === null || !/^\d+$/.test(value)) {
      throw new UnexpectedResponseError(`The header ${header} is missing, or hidden from this origin`, status, body);
    }
    result[member] = Number(value);
  }
  return result as Result;
}

function parseObject(status: number, body: string): object {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new UnexpectedResponseError('The body is not JSON', status, body, { cause });
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new UnexpectedResponseError('The body is not a JSON object', status, body);
}
