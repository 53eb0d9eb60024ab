import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { StartError } from '../../src/start-error.ts';

/** How a service trusts tokens. */
export interface Trust {
  readonly secret: string;
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
}

/** The player, or the operator, who sends the requests of a case. */
export interface Player {
  readonly id: string;
  /** Has every role, unless the run was given the token. */
  readonly token: string;
  /** Signs another token of the player; undefined where the run has no secret. */
  readonly sign?: (change: TokenChange) => string;
  /** The ids of everybody in the case, whose rows are deleted after it. */
  readonly people: Set<string>;
}

/** How a token differs from one that the service accepts. */
export interface TokenChange {
  /** Claims, null for none. `exp`, `nbf` and `iat` are seconds from now. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signed?: 'by another secret' | 'with another algorithm' | 'not at all' | 'before a change of its claims';
}

const hour = 3600;

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A token with these claims, by hand: jose signs none that is wrong. */
function signedToken(
  secret: string,
  claims: Readonly<Record<string, unknown>>,
  signed?: TokenChange['signed'],
): string {
  const isUnsigned = signed === 'not at all';
  const alg = isUnsigned ? 'none' : signed === 'with another algorithm' ? 'HS512' : 'HS256';
  const header = encoded({ alg, typ: 'JWT' });
  const key = signed === 'by another secret' ? randomBytes(64) : secret;
  const signature = createHmac(alg === 'HS512' ? 'sha512' : 'sha256', key)
    .update(`${header}.${encoded(claims)}`)
    .digest('base64url');
  const shown = signed === 'before a change of its claims' ? { ...claims, iat: 1 } : claims;
  return `${header}.${encoded(shown)}.${isUnsigned ? '' : signature}`;
}

/**
 * A player that no database knows, with tokens for an hour.
 *
 * @param roles those of the token
 */
export function newPlayer({ secret, issuer, audience }: Trust, roles: readonly string[]): Player {
  const id = `dredd-${randomUUID()}`;
  const usual = { sub: id, iat: -2, exp: hour, iss: issuer, aud: audience, ...(roles.length > 0 && { roles }) };
  const sign = ({ claims, signed }: TokenChange): string => {
    const now = Math.floor(Date.now() / 1000);
    const all = Object.entries({ ...usual, ...claims }).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      return [[name, typeof value === 'number' && ['exp', 'nbf', 'iat'].includes(name) ? now + value : value]];
    });
    return signedToken(secret, Object.fromEntries(all), signed);
  };
  return { id, token: sign({}), sign, people: new Set([id]) };
}

/**
 * The player of a token.
 *
 * @throws StartError when the token is not a JWT with `sub`
 */
export function playerOf(token: string): Player {
  let id: string | undefined;
  try {
    id = decodeJwt(token).sub;
  } catch {}
  if (id === undefined) throw new StartError('--token must be a JWT, and its `sub` the id of a player');
  return { id, token, people: new Set([id]) };
}
