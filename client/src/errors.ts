/** No answer came: the connection failed, or broke off before the answer was complete. It was tried twice, with one key. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** An answer came that the contract does not know: another status, a body that is not JSON, or one that lacks a member. */
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
