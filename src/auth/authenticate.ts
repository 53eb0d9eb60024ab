import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import type { AuthConfig } from '../config.ts';
import { bearerAuthSubject } from '../generated/operations.ts';
import { createJwks, JwksUnavailableError } from './jwks.ts';

/**
 * Returns the id of the user whom an `Authorization` header authenticates, or undefined if the token is absent or invalid.
 *
 * @throws JwksUnavailableError when no key set has ever been fetched, so the token cannot be checked
 */
export type Authenticate = (authorization: string | undefined) => Promise<string | undefined>;

const bearerToken = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Bearer JWT as the contract's security scheme describes it (RFC 6750, RFC 7519), verified with a shared secret (HS256) or with the keys of a
 * JWKS URL (RS256, ES256, EdDSA).
 *
 * @param clock the instant that `exp` and `nbf` are compared with
 */
export async function createAuthenticate(
  config: AuthConfig,
  clock: () => Temporal.Instant,
  logger: Logger,
): Promise<Authenticate> {
  const { issuer, audience } = config;
  const key = 'secret' in config ? await secretKey(config.secret) : createJwks(config.jwksUrl, logger);
  const options = {
    algorithms: 'secret' in config ? ['HS256'] : ['RS256', 'ES256', 'EdDSA'],
    requiredClaims: ['exp', 'sub'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  };
  return async (authorization) => {
    const token = bearerToken.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const currentDate = new Date(clock().epochMilliseconds);
      const { payload } = await jwtVerify(token, key, { ...options, currentDate });
      return userId(payload.sub);
    } catch (err) {
      if (err instanceof JwksUnavailableError) throw err;
      // Logged: a fault of the issuer, such as a key that is too weak. Not logged: an invalid token, which is the client's fault.
      if (!(err instanceof errors.JOSEError)) logger.warn({ err }, 'token key unusable');
      return undefined;
    }
  };
}

/** Imports the key once: jose would import raw bytes again for each token. */
async function secretKey(secret: string): Promise<JWTVerifyGetKey> {
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return async () => key;
}

function userId(sub: unknown): string | undefined {
  if (typeof sub !== 'string') return undefined;
  const { length } = [...sub];
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength ? sub : undefined;
}
