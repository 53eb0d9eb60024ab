import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';

/** No key set has ever been fetched, so no token can be verified. */
export class JwksUnavailableError extends Error {}

/** How long a key set is used before it is fetched again, in milliseconds: a withdrawn key is accepted no longer than this. */
const maxAge = 10 * 60_000;
/** The minimum time between two fetches, in milliseconds. It keeps outages and tokens with made-up keys from delaying every request. */
const holdOff = 30_000;

/**
 * Fetches the key set when it is first needed, when it is older than `maxAge`, and when a token names a key that it lacks, since the
 * issuer may have rotated its keys. While the URL does not respond, the last key set stays in use. jose's own remote set would reject every
 * token once its set is too old: an outage of the issuer would become an outage of this service.
 */
export function createJwks(url: URL, logger: Logger): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { timeoutDuration: 2_000 });
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    attemptedAt = Date.now();
    try {
      await remote.reload();
      keys = createLocalJWKSet(remote.jwks() ?? { keys: [] });
      fetchedAt = Date.now();
    } catch (err) {
      logger.warn({ err, url: url.origin + url.pathname }, 'key set fetch failed');
    } finally {
      refreshing = undefined;
    }
  }

  async function refreshIfOlderThan(age: number): Promise<void> {
    if (Date.now() - fetchedAt < age) return;
    if (refreshing === undefined && Date.now() - attemptedAt >= holdOff) refreshing = refresh();
    await refreshing;
  }

  return async (header, token) => {
    await refreshIfOlderThan(maxAge);
    if (keys === undefined) throw new JwksUnavailableError(`No key set from ${url.origin}${url.pathname}`);
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refreshIfOlderThan(holdOff);
      return await keys(header, token);
    }
  };
}
