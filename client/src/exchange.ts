import { NetworkError } from './errors.js';

/** A response with its complete body. */
export interface CompleteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends a request and receives its complete response. It retries once after a failure, so the request must be safe to retry.
 *
 * @throws NetworkError when both attempts failed
 * @throws the signal's reason as soon as it is aborted
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<CompleteResponse> {
  try {
    return await exchangeOnce(fetch, url, init);
  } catch {
    init.signal?.throwIfAborted();
  }
  try {
    return await exchangeOnce(fetch, url, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw new NetworkError(`No response from ${url}`, { cause });
  }
}

async function exchangeOnce(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<CompleteResponse> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}
