import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';

/** No key set has ever been fetched, so no token can be verified. */
export class JwksUnavailableError extends Error {}

/** How long a key set is trusted before it is fetched again: what an issuer has withdrawn passes no longer than this. */
const maxAge = 10 * 60_000;
/** The least time between two fetches, so that neither an outage nor tokens with made-up keys make requests wait one by one. */
const holdOff = 30_000;

/**
 * The key set is fetched when it is first needed, when it is older than `maxAge`, and when a token names a key that it
 * lacks: a rotation. While the URL does not answer, the last set that was fetched stays in force; jose's own remote set would then reject
 * every token once its set is too old, and an outage of the issuer would be one of this service.
 */
export function createJwks(url: URL, logger: Logger): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { timeoutDuration: 2_000 });
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    triedAt = Date.now();
    try {
      await remote.reload();
      keys = createLocalJWKSet(remote.jwks() ?? { keys: [] });
      fetchedAt = Date.now();
    } catch (err) {
      logger.warn({ err, url: url.origin + url.pathname }, 'The key set could not be fetched');
    } finally {
      refreshing = undefined;
    }
  }

  async function refreshIfOlderThan(age: number): Promise<void> {
    if (Date.now() - fetchedAt < age) return;
    if (refreshing === undefined && Date.now() - triedAt >= holdOff) refreshing = refresh();
    await refreshing;
  }

  return async (header, token) => {
    await refreshIfOlderThan(maxAge);
    if (keys === undefined) throw new JwksUnavailableError(`No keys from ${url.origin}${url.pathname}`);
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refreshIfOlderThan(holdOff);
      return await keys(header, token);
    }
  };
}
