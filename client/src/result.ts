import { UnexpectedResponseError } from './errors.js';

/** A response with its complete body. */
export interface CompleteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** An operation's documented responses, by status: the members of the body with their types, and the result's members for numeric headers. */
export type DocumentedResponses = Readonly<
  Record<
    number,
    { readonly members: Readonly<Record<string, string>>; readonly numbers: Readonly<Record<string, string>> }
  >
>;

/**
 * Converts a documented response to a result: its status, its `X-Request-Id`, the members of its body, and the numbers in its headers.
 *
 * @throws UnexpectedResponseError when the response is not documented
 */
export function toResult(response: CompleteResponse, responses: DocumentedResponses): object {
  const { status, headers, body } = response;
  const unexpected = (message: string, cause?: unknown) => new UnexpectedResponseError(message, response, { cause });
  const documented = responses[status];
  if (documented === undefined) throw unexpected('The status is not in the contract: is baseUrl right?');

  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw unexpected('The body is not JSON: is baseUrl right?', cause);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unexpected('The body is not a JSON object');
  const result: Record<string, unknown> = { ...json, status, requestId: headers.get('X-Request-Id') };
  const missing = Object.keys(documented.members).filter((name) => typeof result[name] !== documented.members[name]);
  if (missing.length > 0) throw unexpected(`The body lacks ${missing.join(', ')}`);

  for (const [header, member] of Object.entries(documented.numbers)) {
    const value = headers.get(header);
    if (value === null || !/^\d+$/.test(value)) {
      throw unexpected(`The header ${header} is missing, or hidden from this origin`);
    }
    result[member] = Number(value);
  }
  return result;
}
