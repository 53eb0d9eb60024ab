export interface ClientOptions {
  /**
   * The URL of the service, e.g. `https://verses.example`. Slashes at its end do not count. Empty
   * for the page's own origin.
   */
  readonly baseUrl: string | URL;
  /**
   * The player's token, or that of the site's server, or a function that returns it or a promise of
   * it. The function is called for each attempt, and once more after a 401, so it can renew an
   * expired token.
   *
   * @example
   * ```ts
   * token: async () => (await session.refresh()).accessToken;
   * ```
   */
  readonly token: string | (() => string | Promise<string>);
  /** Sends the requests. The default is the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Sent with every request. None by default. `Authorization`, `Content-Type` and `Idempotency-Key`
   * are the client's own.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Milliseconds until a call, with its retries, is aborted with a `TimeoutError`. Without a limit
   * by default.
   */
  readonly timeout?: number;
}

export interface CallOptions {
  /**
   * Aborts the call: the promise rejects with the signal's reason. A request that was already sent
   * may have succeeded.
   *
   * @example
   * ```ts
   * const controller = new AbortController();
   * const result = client.listSubmissions({ signal: controller.signal });
   * controller.abort();
   * ```
   */
  readonly signal?: AbortSignal;
  /** Sent in addition to the client's headers, and instead of those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds. Replaces the client's `timeout`, which is the default. */
  readonly timeout?: number;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Identifies the request: a retry with the same key and verse gets the same response, and one
   * with another verse gets 429. 1 to 255 visible ASCII characters. The default is a random key,
   * which only the client's own retry has. The service recognizes a key for 7 × 24 hours.
   *
   * @example
   * ```ts
   * const idempotencyKey = crypto.randomUUID(); // kept until a result comes
   * const result = await client.submitVerse(verse, { idempotencyKey });
   * ```
   */
  readonly idempotencyKey?: string;
}
