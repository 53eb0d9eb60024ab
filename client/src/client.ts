import { unlessAborted } from './abort.js';
import { exchange } from './exchange.js';
import { type SubmitVerseRequest, type SubmitVerseResult, submitVerseOperation } from './generated/operations.js';
import { createIdempotencyKey } from './idempotency-key.js';
import { toResult } from './result.js';

export interface ClientOptions {
  /** Where the service is, e.g. `https://verses.example`. */
  readonly baseUrl: string | URL;
  /** The player's token, or what gives it for each submission, e.g. after renewing it. */
  readonly token: string | (() => string | Promise<string>);
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface SubmitVerseOptions {
  /** Aborts the submission: the promise rejects with the signal's reason. What was sent may have been carried out. */
  readonly signal?: AbortSignal;
  /**
   * Names the submission: whoever repeats it with the same key gets the same answer. 1 to 255 visible ASCII characters. By default
   * a random key, so that only the repetition that the client itself makes has it.
   */
  readonly idempotencyKey?: string;
}

export interface Client {
  /**
   * Submits a verse for a future puzzle. After a network failure it tries once more, with the same key, so that a submission whose
   * answer got lost is not taken for a second one.
   *
   * @returns one of the documented answers: switch over its `status`
   * @throws NetworkError when no answer came
   * @throws UnexpectedResponseError when the answer is none of the documented ones
   * @throws the signal's reason as soon as it is aborted, and whatever a token function throws
   * @throws TypeError when the key or the token cannot be sent
   */
  submitVerse(submission: SubmitVerseRequest, options?: SubmitVerseOptions): Promise<SubmitVerseResult>;
}

/** A client of one service, for one player. */
export function createClient({ baseUrl, token, fetch }: ClientOptions): Client {
  const base = String(baseUrl).replace(/\/+$/, '');
  return {
    async submitVerse(submission, { signal, idempotencyKey = createIdempotencyKey() } = {}) {
      const { method, path, patterns, answers } = submitVerseOperation;
      // The service would ignore it, and then reject the repetition of a lost answer.
      if (!patterns['Idempotency-Key'].test(idempotencyKey)) {
        throw new TypeError(`idempotencyKey must match ${patterns['Idempotency-Key']}`);
      }
      const answer = await unlessAborted(signal, async () => {
        const headers = {
          Authorization: `Bearer ${typeof token === 'function' ? await token() : token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
        };
        // A header that cannot be sent is no failure of the network: this throws a TypeError that says so.
        new Headers(headers);
        signal?.throwIfAborted();
        return await exchange(fetch ?? globalThis.fetch, base + path, {
          method,
          headers,
          body: JSON.stringify(submission),
          ...(signal && { signal }),
        });
      });
      return toResult<SubmitVerseResult>(answer, answers);
    },
  };
}
