/** No response arrived: twice, with the same key, the connection failed or broke before the response was complete. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The response is not in the contract: an unknown status, a body that is not JSON, or a missing member or header. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  readonly status: number;
  /** The body as it was received. */
  readonly body: string;

  constructor(message: string, status: number, body: string, options?: { readonly cause?: unknown }) {
    super(`${message} (status ${status})`, options);
    this.status = status;
    this.body = body;
  }
}
