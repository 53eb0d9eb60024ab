import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
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
  /** How many times a fetched key set has taken the place of another. */
  generation(): number;
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
 * @param limitMs how long a fetch may take
 */
export function createJwks(url: URL, logger: Logger, limitMs = maxMs): Jwks {
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt: number | undefined;
  let generation = 0;
  let retryMs = firstRetry;
  // Timers and performance.now() do not follow the system's clock, which may be set.
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  const refresh = singleFlight(async () => {
    clearTimeout(timer);
    let nextMs = maxAge;
    try {
      const fetched = createLocalJWKSet({ keys: await fetchKeys(url, limitMs) });
      if (keys !== undefined) generation += 1;
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
    generation: () => generation,
    age: () => (fetchedAt === undefined ? undefined : (performance.now() - fetchedAt) / 1000),
    [Symbol.dispose]() {
      disposed = true;
      clearTimeout(timer);
    },
  };
}

async function fetchKeys(url: URL, limitMs: number): Promise<JWK[]> {
  const headers = { Accept: 'application/json, application/jwk-set+json' };
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(limitMs) });
  if (response.status !== 200) throw new Error(`The response has the status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The response has more than ${maxBytes} bytes`);
  }
  return usableKeys(parse(new TextDecoder().decode(Buffer.concat(chunks))));
}

/** The parser's own error would have a part of the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The response is not JSON');
  }
}

/** Leaves out what is no key, which jose would reject with the whole set. */
function usableKeys(set: unknown): JWK[] {
  const { keys } = Object(set) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('The response is no key set');
  if (keys.length > maxKeys) throw new Error(`The key set has more than ${maxKeys} keys`);
  return keys.filter((key) => typeof key === 'object' && key !== null && !Array.isArray(key)).map(forBothNames);
}

/**
 * `Ed25519` is the newer name of `EdDSA` with that curve (RFC 9864): a key that has one of the names
 * also verifies tokens that have the other one.
 */
function forBothNames(key: JWK): JWK {
  if (key.crv !== 'Ed25519' || (key.alg !== 'EdDSA' && key.alg !== 'Ed25519')) return key;
  const { alg, ...forBoth } = key;
  return forBoth;
}
