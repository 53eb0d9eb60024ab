import { UnexpectedResponseError } from './errors.ts';
import type { CompleteResponse } from './response.ts';

/**
 * What the client knows of a documented response. It has no body if it has neither members nor a
 * text.
 */
export interface DocumentedResponse {
  /** The required members of the body, an object, with their types. */
  readonly members?: Readonly<Record<string, string>>;
  /** Whether the body is a text, which becomes the result's `text`. */
  readonly isText?: true;
  /** The headers that are members of the result. */
  readonly headers?: Readonly<Record<string, { readonly member: string; readonly type: string }>>;
}

/** An operation's documented responses. */
export interface DocumentedResponses {
  /** The statuses of which the client knows only that the body is an object with `error`. */
  readonly errors: readonly number[];
  /** The others, by status. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
}

const onlyError: DocumentedResponse = { members: { error: 'string' } };

/**
 * Converts a documented response to a result: its status, its `X-Request-Id`, the members or the
 * text of its body, and what its headers say.
 *
 * @throws UnexpectedResponseError when the response is not documented
 */
export function toResult(response: CompleteResponse, { errors, responses }: DocumentedResponses): object {
  const { status, headers } = response;
  const unexpected = (message: string, cause?: unknown) => new UnexpectedResponseError(message, response, { cause });
  const documented = errors.includes(status) ? onlyError : responses[status];
  if (documented === undefined) throw unexpected('The status is not in the contract: is baseUrl right?');

  const { members, isText } = documented;
  let json: unknown;
  try {
    json = members ? JSON.parse(response.body) : isText ? { text: response.body } : {};
  } catch (cause) {
    throw unexpected('The body is not JSON: is baseUrl right?', cause);
  }
  if (typeOf(json) !== 'object') throw unexpected('The body is not a JSON object');
  const body = json as Record<string, unknown>;
  const result: Record<string, unknown> = { ...body, status, requestId: headers.get('X-Request-Id') };
  const missing = Object.entries(members ?? {}).filter(([name, type]) => typeOf(body[name]) !== type);
  if (missing.length > 0) throw unexpected(`The body lacks ${missing.map(([name]) => name).join(', ')}`);

  for (const [header, { member, type }] of Object.entries(documented.headers ?? {})) {
    const value = headerValue(headers.get(header), type);
    if (value === undefined) throw unexpected(`The header ${header} is missing, malformed, or hidden from this origin`);
    result[member] = value;
  }
  return result;
}

/** The type of a JSON value, as the contract's table has it. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The value of a header; undefined if it is absent or not of the type. */
function headerValue(text: string | null, type: string): string | number | boolean | undefined {
  if (text === null) return undefined;
  if (type === 'number') return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  return text;
}
