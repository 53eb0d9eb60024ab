import { SignJWT } from 'jose';
import { contractRoles } from '../roles.ts';
import type { AuthConfig } from './authenticate.ts';

/**
 * Signs a token for a user, as the puzzle site's login would issue it. For development: it needs
 * the shared secret.
 *
 * @param roles by the contracts' names; without any, the token has no claim for them
 */
export async function signToken(
  user: string,
  lifetime: Temporal.Duration,
  { secret, issuer, audience, roles: { claim, names } = contractRoles }: Extract<AuthConfig, { secret: string }>,
  roles: readonly string[] = [],
): Promise<string> {
  const now = Temporal.Now.instant();
  const token = new SignJWT(roles.length === 0 ? {} : { [claim]: roles.map((role) => names[role]) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(user)
    .setIssuedAt(new Date(now.epochMilliseconds))
    .setExpirationTime(new Date(now.add(lifetime).epochMilliseconds));
  if (issuer !== undefined) token.setIssuer(issuer);
  if (audience !== undefined) token.setAudience(audience);
  return await token.sign(new TextEncoder().encode(secret));
}
