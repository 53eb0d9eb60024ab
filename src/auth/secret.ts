import { createVerifier } from 'fast-jwt';
import type { AuthConfig } from '../config.ts';
import { withoutStackTraces } from '../without-stack-traces.ts';
import type { Claims, Verify } from './authenticate.ts';

/**
 * Verifies tokens with a shared secret (HS256), at once: a detour through a promise and a thread would take longer than the check.
 *
 * @param clock what `exp` and `nbf` are compared with
 */
export function verifyWithSecret(
  { secret, issuer, audience }: Extract<AuthConfig, { secret: string }>,
  clock: () => Temporal.Instant,
): Verify {
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    ...(issuer !== undefined && { allowedIss: issuer }),
    ...(audience !== undefined && { allowedAud: audience }),
    requiredClaims: [...(issuer === undefined ? [] : ['iss']), ...(audience === undefined ? [] : ['aud'])],
    // The library knows the system's clock only, and lets a token pass at the very instant of its `exp`.
    ignoreExpiration: true,
    ignoreNotBefore: true,
  });
  return (token) => {
    const claims = passing(verify, token);
    if (claims === undefined) return undefined;
    const now = clock().epochMilliseconds / 1000;
    return isLater(claims.exp, now) && (claims.nbf === undefined || isUpTo(claims.nbf, now)) ? claims : undefined;
  };
}

interface DatedClaims extends Claims {
  readonly exp?: unknown;
  readonly nbf?: unknown;
}

function passing(verify: (token: string) => DatedClaims, token: string): DatedClaims | undefined {
  try {
    return withoutStackTraces(() => verify(token));
  } catch {
    return undefined; // nothing but the token can be at fault
  }
}

function isLater(date: unknown, now: number): boolean {
  return typeof date === 'number' && now < date;
}

function isUpTo(date: unknown, now: number): boolean {
  return typeof date === 'number' && date <= now;
}
