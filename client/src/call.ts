import { unlessAborted } from './abort.ts';
import { NetworkError } from './errors.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import type { ClientOptions, KeyedCallOptions } from './options.ts';
import type { CompleteResponse } from './response.ts';
import { type DocumentedResponses, toResult } from './result.ts';

/** What the client knows of an operation. */
export interface Operation extends DocumentedResponses {
  readonly method: string;
  readonly path: string;
  /**
   * What the request is: the body, or the parameters of path and query, with the body as a member.
   * Absent if the operation takes neither.
   */
  readonly takes?: 'body' | 'parameters';
  /** Whether the operation needs no token. */
  readonly isPublic?: true;
  /** The form of the `Idempotency-Key`, if the operation has one. */
  readonly key?: RegExp;
}

/**
 * A failed request is retried once, if that is safe: after this many milliseconds, and up to as
 * many again.
 */
const retryDelay = 300;
/** A longer `Retry-After`, in milliseconds, is left to the caller. */
const longestRetryAfter = 10_000;
/**
 * Statuses of proxies and of a service that starts or stops. Before a 500, the service itself has
 * tried again.
 */
const retriedStatuses = [502, 503, 504];
/**
 * Methods that have the same effect when they are sent twice, though the second response may differ
 * (RFC 9110, section 9.2.2).
 */
const idempotentMethods = ['PUT', 'DELETE'];

/** Creates a method for each operation of a contract: `call`, with the operation filled in. */
export function createMethods<Methods>(
  operations: Readonly<Record<keyof Methods, Operation>>,
  options: ClientOptions,
): Methods {
  const methods = Object.entries<Operation>(operations).map(([id, operation]) => [
    id,
    operation.takes === undefined
      ? (callOptions?: KeyedCallOptions) => call(options, operation, undefined, callOptions)
      : (request: object, callOptions?: KeyedCallOptions) => call(options, operation, request, callOptions),
  ]);
  return Object.fromEntries(methods);
}

/**
 * Sends the request of an operation and checks the response.
 *
 * It retries once after a network failure, a 502, a 503 or a 504, if the method or an
 * `Idempotency-Key` makes that safe, and once after a 401, if a function returns the token.
 *
 * @returns a documented response, with `retried: true` if it is that of a retry and the first
 *   request may have got another
 * @throws NetworkError when no response arrived
 * @throws UnexpectedResponseError when the response is not documented
 * @throws the signal's reason as soon as it is aborted, and any error of the token function
 * @throws TypeError when the key, the token, a header or a part of the path cannot be sent
 */
export async function call(
  { baseUrl, token, fetch = globalThis.fetch, headers: clientHeaders, timeout: clientTimeout }: ClientOptions,
  { method, path, takes, isPublic, key, ...documented }: Operation,
  request: object | undefined,
  { signal: callerSignal, headers, timeout = clientTimeout, idempotencyKey }: KeyedCallOptions = {},
): Promise<object> {
  const { body, ...parameters }: Record<string, unknown> = takes === 'body' ? { body: request } : { ...request };
  const url = String(baseUrl).replace(/\/+$/, '') + fill(path, parameters);
  const signal = withTimeout(callerSignal, timeout);
  const fixed = new Headers({ ...clientHeaders, ...headers });
  if (body !== undefined) fixed.set('Content-Type', 'application/json');
  if (key !== undefined) {
    const value = idempotencyKey ?? createIdempotencyKey();
    // The service would ignore a malformed key, and then reject the retry after a lost response.
    if (!key.test(value)) throw new TypeError(`idempotencyKey must match ${key}`);
    fixed.set('Idempotency-Key', value);
  }
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }), ...(signal && { signal }) };

  async function attempt(): Promise<CompleteResponse | NetworkError> {
    const sent = new Headers(fixed);
    if (!isPublic) sent.set('Authorization', `Bearer ${typeof token === 'function' ? await token() : token}`);
    signal?.throwIfAborted();
    try {
      const response = await fetch(url, { ...init, headers: sent });
      return { status: response.status, headers: response.headers, body: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      return new NetworkError(url, { cause });
    }
  }

  async function attempts(): Promise<object> {
    let outcome = await attempt();
    if (!isPublic && typeof token === 'function' && statusOf(outcome) === 401) outcome = await attempt();
    const delay = delayBeforeRetry(outcome);
    // With a key, the service repeats its response.
    const mayDiffer = key === undefined && idempotentMethods.includes(method);
    const isRetried = delay !== undefined && (key !== undefined || mayDiffer || method === 'GET');
    if (isRetried) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal?.throwIfAborted();
      outcome = await attempt();
    }
    if (outcome instanceof NetworkError) throw outcome;
    return { ...toResult(outcome, documented), ...(isRetried && mayDiffer && { retried: true }) };
  }

  return await unlessAborted(signal, attempts);
}

/**
 * A path with its parameters; those that it has no place for are the query.
 *
 * @throws TypeError when a parameter is empty, `.` or `..`, even encoded: a URL's path has no such
 *   parts, so it would be another operation's; and for a lone surrogate, which no URL can have
 */
function fill(path: string, parameters: Record<string, unknown>): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) => {
    const value = String(parameters[name]);
    delete parameters[name];
    if (/^\.{0,2}$|\p{Surrogate}/u.test(value)) throw new TypeError(`${name} must not be ${value}`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function statusOf(outcome: CompleteResponse | NetworkError): number | undefined {
  return outcome instanceof NetworkError ? undefined : outcome.status;
}

/** Milliseconds, or undefined for a response that a retry would not change. */
function delayBeforeRetry(outcome: CompleteResponse | NetworkError): number | undefined {
  const usual = retryDelay * (1 + Math.random());
  if (outcome instanceof NetworkError) return usual;
  if (!retriedStatuses.includes(outcome.status)) return undefined;
  const retryAfter = outcome.headers.get('Retry-After') ?? '';
  // Seconds, or a date (RFC 9110, section 10.2.3).
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  if (wait > longestRetryAfter) return undefined;
  return wait > 0 ? wait : usual;
}

function withTimeout(signal: AbortSignal | undefined, timeout: number | undefined): AbortSignal | undefined {
  if (timeout === undefined) return signal;
  const limit = AbortSignal.timeout(timeout);
  return signal === undefined ? limit : AbortSignal.any([signal, limit]);
}
