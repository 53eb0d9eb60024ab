import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import type { AuthConfig } from '../config.ts';
import { bearerAuthSubject } from '../generated/operations.ts';
import { createKeys } from './keys.ts';

/**
 * The id of the user whom an `Authorization` header authenticates, or undefined when there is no token or it does not pass.
 *
 * @throws JwksUnavailableError when no key has ever been had to check the token with
 */
export type Authenticate = (authorization: string | undefined) => Promise<string | undefined>;

const bearerToken = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Bearer JWT as the contract's security scheme describes it (RFC 6750, RFC 7519).
 *
 * @param clock what `exp` and `nbf` are compared with
 */
export function createAuthenticate(config: AuthConfig, clock: () => Temporal.Instant, logger: Logger): Authenticate {
  const { key, algorithms } = createKeys(config, logger);
  const expected = {
    ...(config.issuer !== undefined && { issuer: config.issuer }),
    ...(config.audience !== undefined && { audience: config.audience }),
  };
  return async (authorization) => {
    const token = bearerToken.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms,
        ...expected,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(clock().epochMilliseconds),
      });
      return userId(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
}

function userId({ sub }: JWTPayload): string | undefined {
  const length = typeof sub === 'string' ? [...sub].length : 0;
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength ? sub : undefined;
}
