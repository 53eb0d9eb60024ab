import type { CompleteResponse } from './response.js';

/** No response arrived, not even after a retry where that is safe: the connection failed, or broke before the response was complete. */
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

/** The response is not in the contract: an unknown status, a body that is not JSON, or a missing member or header. */
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
