import { NetworkError } from './errors.js';

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends a request and receives all of its answer, and tries once more when that fails: only for requests that may be repeated.
 *
 * @throws NetworkError when both tries failed
 * @throws the signal's reason, at once, when it was aborted
 */
export async function exchange(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Answer> {
  try {
    return await exchangeOnce(fetch, url, init);
  } catch {
    init.signal?.throwIfAborted();
  }
  try {
    return await exchangeOnce(fetch, url, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new NetworkError(`No answer from ${url}`, { cause });
  }
}

async function exchangeOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}
