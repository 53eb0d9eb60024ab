import type { Logger } from 'pino';
import type { AuthConfig } from '../config.ts';
import { bearerAuthSubject } from '../generated/operations.ts';

/**
 * The id of the user whom an `Authorization` header authenticates, or undefined when there is no token or it does not pass.
 *
 * @throws JwksUnavailableError when no key has ever been had to check the token with
 */
export type Authenticate = (authorization: string | undefined) => Promise<string | undefined> | string | undefined;

/** The claims of a token that passes, or undefined. What its header says of the algorithm is only compared with what is configured. */
export type Verify = (token: string) => Promise<Claims | undefined> | Claims | undefined;

export interface Claims {
  readonly sub?: unknown;
}

const bearerToken = /^bearer +([\w.~+/-]+=*) *$/i;

/**
 * Bearer JWT as the contract's security scheme describes it (RFC 6750, RFC 7519).
 *
 * @param clock what `exp` and `nbf` are compared with
 */
export async function createAuthenticate(
  config: AuthConfig,
  clock: () => Temporal.Instant,
  logger: Logger,
): Promise<Authenticate> {
  // Only what is configured is loaded: each brings a library along, and that of JWKS takes 8 MB.
  const verify =
    'secret' in config
      ? (await import('./secret.ts')).verifyWithSecret(config, clock)
      : (await import('./jwks.ts')).verifyWithJwks(config, clock, logger);
  return (authorization) => {
    const token = bearerToken.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    const claims = verify(token);
    return claims instanceof Promise ? claims.then(userId) : userId(claims);
  };
}

function userId(claims: Claims | undefined): string | undefined {
  const sub = claims?.sub;
  const length = typeof sub === 'string' ? [...sub].length : 0;
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength ? (sub as string) : undefined;
}
