import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import type { Logger } from 'pino';
import { singleFlight } from '../single-flight.ts';

/** No key set has ever been fetched, so no token can be verified. */
export class JwksUnavailableError extends Error {}

export interface Jwks extends Disposable {
  /** Finds a token's key. Throws JwksUnavailableError. */
  readonly getKey: JWTVerifyGetKey;
  /**
   * Fetches the key set for a token that none of its keys fits, unless it has just been fetched.
   * Returns whether it did.
   */
  renew(): Promise<boolean>;
  /** Whether a key set has been fetched. */
  isAvailable(): boolean;
  /** How long ago the key set was fetched, in seconds; undefined if none has been. */
  age(): number | undefined;
}

/**
 * How long a key set is used before it is fetched again, in milliseconds. A withdrawn key is
 * accepted no longer than this, unless fetches fail.
 */
const maxAge = 10 * 60_000;
/**
 * How soon a failed fetch is retried, in milliseconds. The time doubles with each further failure,
 * up to `holdOff`.
 */
const firstRetry = 1_000;
/**
 * The minimum time between two fetches because of tokens that no key fits, in milliseconds. Anybody
 * can make up such a token.
 */
const holdOff = 30_000;
/** How long a fetch may take, in milliseconds. */
const maxMs = 2_000;
/** Limits of a key set. Those of large issuers have some 20,000 bytes and ten keys. */
const maxBytes = 256 * 1024;
const maxKeys = 100;

/**
 * Fetches the key set now and whenever it is `maxAge` old, and by `renew`, since the issuer may
 * have rotated its keys: only the token that none fits waits. Until a fetch succeeds, the last key
 * set stays in use. jose's own remote set would make every token wait once its set is too old, and
 * then reject it: an outage of the issuer would become an outage of this service.
 *
 * @param onFetch called before a fetched key set replaces the one before
 * @param limitMs how long a fetch may take
 */
export function createJwks(url: URL, logger: Logger, onFetch: () => void, limitMs = maxMs): Jwks {
  const remote = createRemoteJWKSet(url, { timeoutDuration: limitMs, [customFetch]: fetchWithinLimit });
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt: number | undefined;
  let retryMs = firstRetry;
  // Timers and performance.now() do not follow the system's clock, which may be set.
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  const refresh = singleFlight(async () => {
    clearTimeout(timer);
    let nextMs = maxAge;
    try {
      await remote.reload();
      const fetched = createLocalJWKSet(withinLimit(remote.jwks() ?? { keys: [] }));
      if (keys !== undefined) onFetch();
      keys = fetched;
      fetchedAt = performance.now();
      retryMs = firstRetry;
    } catch (err) {
      logger.warn({ err, url: url.origin + url.pathname }, 'key set fetch failed');
      nextMs = retryMs;
      retryMs = Math.min(2 * retryMs, holdOff);
    }
    attemptedAt = performance.now();
    if (!disposed) timer = setTimeout(refresh, nextMs).unref();
  });
  const firstAttempt = refresh();

  return {
    async getKey(header, token) {
      await firstAttempt;
      if (keys === undefined) throw new JwksUnavailableError(`No key set from ${url.origin}${url.pathname}`);
      return await keys(header, token);
    },
    async renew() {
      if (performance.now() - attemptedAt < holdOff) return false;
      await refresh();
      return true;
    },
    isAvailable: () => keys !== undefined,
    age: () => (fetchedAt === undefined ? undefined : (performance.now() - fetchedAt) / 1000),
    [Symbol.dispose]() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}

const fetchWithinLimit: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The response has more than ${maxBytes} bytes`);
  }
  return new Response(Buffer.concat(chunks), response);
};

function withinLimit(set: JSONWebKeySet): JSONWebKeySet {
  if (set.keys.length > maxKeys) throw new Error(`The key set has more than ${maxKeys} keys`);
  return set;
}
