export interface ClientOptions {
  /** The URL of the service, e.g. `https://verses.example`. */
  readonly baseUrl: string | URL;
  /**
   * The player's token, or a function that returns it for each call. The function is called once more after a 401, so it can renew an expired
   * token.
   */
  readonly token: string | (() => string | Promise<string>);
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until a call, with its retries, is aborted with a `TimeoutError`. Unlimited by default. */
  readonly timeout?: number;
}

export interface CallOptions {
  /** Aborts the call: the promise rejects with the signal's reason. A request that was already sent may have succeeded. */
  readonly signal?: AbortSignal;
  /** Sent in addition to the client's headers, and instead of those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Used instead of the client's `timeout`. */
  readonly timeout?: number;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Identifies the request: a retry with the same key gets the same response. 1 to 255 visible ASCII characters. The default is
   * a random key, which only the client's own retry has.
   */
  readonly idempotencyKey?: string;
}
