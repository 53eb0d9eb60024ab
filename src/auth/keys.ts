import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import type { AuthConfig } from '../config.ts';

/** No key set has ever been fetched, so no token can be told to be good or bad. */
export class JwksUnavailableError extends Error {}

export interface Keys {
  readonly key: JWTVerifyGetKey;
  /** Fixed by configuration: what the token's header says is only compared with it. */
  readonly algorithms: string[];
}

/** The keys that tokens are checked with: a shared secret, or those of a JWKS URL. */
export function createKeys(config: AuthConfig, logger: Logger): Keys {
  if ('secret' in config) {
    const secret = new TextEncoder().encode(config.secret);
    return { key: async () => secret, algorithms: ['HS256'] };
  }
  return { key: createJwks(config.jwksUrl, logger), algorithms: ['RS256', 'ES256', 'EdDSA'] };
}

/** How long a key set is trusted before it is fetched again: what an issuer has withdrawn passes no longer than this. */
const maxAge = 10 * 60_000;
/** How long to wait after a fetch that failed. */
const holdOff = 30_000;

/**
 * The key set is fetched when it is first needed, when it is older than `maxAge`, and (by jose) when a token names a
 * key that it lacks: a rotation. While the URL does not answer, the last set that was fetched stays in force.
 */
function createJwks(url: URL, logger: Logger): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { timeoutDuration: 2_000, cacheMaxAge: Number.POSITIVE_INFINITY });
  let refreshAt = 0;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      await remote.reload();
      refreshAt = Date.now() + maxAge;
    } catch (err) {
      refreshAt = Date.now() + holdOff;
      logger.warn({ err, url: url.href }, 'The key set could not be fetched');
    } finally {
      refreshing = undefined;
    }
  }

  return async (header, token) => {
    if (Date.now() >= refreshAt) {
      refreshing ??= refresh();
      await refreshing;
    }
    try {
      return await remote(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      const known = remote.jwks();
      if (known === undefined) throw new JwksUnavailableError(`No keys from ${url.href}`, { cause: error });
      return await createLocalJWKSet(known)(header, token);
    }
  };
}
