import type { CompleteResponse } from './response.ts';

/**
 * No response arrived, not even after a retry where that is safe: the connection failed, or broke
 * before the response was complete. Its `message` names likely causes, its `cause` is the error of
 * `fetch`.
 *
 * @example
 * ```ts
 * try {
 *   await client.submitVerse(verse, { idempotencyKey });
 * } catch (error) {
 *   if (error instanceof NetworkError) retryLater(verse, idempotencyKey);
 *   else throw error;
 * }
 * ```
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(url: string, options: { readonly cause: unknown }) {
    const { origin } = (globalThis as { location?: { origin: string } }).location ?? {};
    // Browsers do not tell a page why a request to another origin failed.
    const cors =
      origin === undefined || origin === new URL(url, origin).origin ? '' : `, and does CORS_ORIGINS name ${origin}?`;
    super(`No response from ${url}. Is baseUrl right${cors || '?'}`, options);
  }
}

/**
 * The response is not in the contract: an unknown status, a body that is not JSON, or a missing
 * member or header. Something other than the service has usually sent it, e.g. a proxy.
 *
 * @example
 * ```ts
 * try {
 *   await client.listSubmissions();
 * } catch (error) {
 *   if (error instanceof UnexpectedResponseError) report(error.status, error.body, error.requestId);
 *   else throw error;
 * }
 * ```
 */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  readonly status: number;
  /** The body as it was received. */
  readonly body: string;
  /** What the service's log calls the request, if a response of the service came. */
  readonly requestId: string | null;

  constructor(message: string, { status, body, headers }: CompleteResponse, options?: { readonly cause?: unknown }) {
    super(`${message} (status ${status})`, options);
    this.status = status;
    this.body = body;
    this.requestId = headers.get('X-Request-Id');
  }
}
