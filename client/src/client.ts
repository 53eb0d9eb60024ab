import { unlessAborted } from './abort.js';
import { exchange } from './exchange.js';
import { type SubmitVerseRequest, type SubmitVerseResult, submitVerseOperation } from './generated/operations.js';
import { createIdempotencyKey } from './idempotency-key.js';
import { toResult } from './result.js';

export interface ClientOptions {
  /** The URL of the service, e.g. `https://verses.example`. */
  readonly baseUrl: string | URL;
  /** The player's token, or a function that returns it for each submission, e.g. after renewing it. */
  readonly token: string | (() => string | Promise<string>);
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface SubmitVerseOptions {
  /** Aborts the submission: the promise rejects with the signal's reason. A request that was already sent may have succeeded. */
  readonly signal?: AbortSignal;
  /**
   * Identifies the submission: a retry with the same key gets the same response. 1 to 255 visible ASCII characters. The default is
   * a random key, which only the client's own retry has.
   */
  readonly idempotencyKey?: string;
}

export interface Client {
  /**
   * Submits a verse for a future puzzle. After a network failure it retries once with the same key, so a submission whose response was
   * lost does not count as a second one.
   *
   * @returns one of the documented responses: switch over its `status`
   * @throws NetworkError when no response arrived
   * @throws UnexpectedResponseError when the response is not documented
   * @throws the signal's reason as soon as it is aborted, and any error of the token function
   * @throws TypeError when the key or the token cannot be sent
   */
  submitVerse(submission: SubmitVerseRequest, options?: SubmitVerseOptions): Promise<SubmitVerseResult>;
}

/** Creates a client of one service, for one player. */
export function createClient({ baseUrl, token, fetch }: ClientOptions): Client {
  const base = String(baseUrl).replace(/\/+$/, '');
  return {
    async submitVerse(submission, { signal, idempotencyKey = createIdempotencyKey() } = {}) {
      const { method, path, patterns, responses } = submitVerseOperation;
      // The service would ignore a malformed key, and then reject the retry after a lost response.
      if (!patterns['Idempotency-Key'].test(idempotencyKey)) {
        throw new TypeError(`idempotencyKey must match ${patterns['Idempotency-Key']}`);
      }
      const response = await unlessAborted(signal, async () => {
        const headers = {
          Authorization: `Bearer ${typeof token === 'function' ? await token() : token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
        };
        // An invalid header is not a network failure: this throws a TypeError that names the problem.
        new Headers(headers);
        signal?.throwIfAborted();
        return await exchange(fetch ?? globalThis.fetch, base + path, {
          method,
          headers,
          body: JSON.stringify(submission),
          ...(signal && { signal }),
        });
      });
      return toResult<SubmitVerseResult>(response, responses);
    },
  };
}
