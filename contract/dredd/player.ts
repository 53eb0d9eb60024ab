import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { AuthConfig } from '../../src/auth/authenticate.ts';
import { StartError } from '../../src/start-error.ts';

/** The player, or the operator, who sends the requests of a case. */
export interface Player {
  readonly id: string;
  /** Has every role, unless the run was given the token. */
  readonly token: string;
  /** Signs another token of the player; undefined where the run has no secret. */
  readonly sign?: (change: TokenChange) => Promise<string>;
  /** The claims that the service is configured to check. */
  readonly checked?: readonly string[];
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

/**
 * A player that no database knows, with tokens for an hour.
 *
 * @param roles those of the token
 */
export async function newPlayer(
  { secret, issuer, audience }: Extract<AuthConfig, { secret: string }>,
  roles: readonly string[],
): Promise<Player> {
  const id = `dredd-${randomUUID()}`;
  const usual = {
    sub: id,
    iat: -2,
    exp: hour,
    iss: issuer,
    aud: audience,
    roles: roles.length > 0 ? roles : undefined,
  };
  const sign = async ({ claims, signed }: TokenChange): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const all = Object.entries({ ...usual, ...claims }).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      return [[name, typeof value === 'number' && ['exp', 'nbf', 'iat'].includes(name) ? now + value : value]];
    });
    const payload = Object.fromEntries(all);
    const isUnsigned = signed === 'not at all';
    const alg = isUnsigned ? 'none' : signed === 'with another algorithm' ? 'HS512' : 'HS256';
    // By hand: jose signs no token that is wrong.
    const first = `${encoded({ alg, typ: 'JWT' })}.${encoded(payload)}`;
    const key = signed === 'by another secret' ? randomBytes(64) : secret;
    const signature = createHmac(alg === 'HS512' ? 'sha512' : 'sha256', key)
      .update(first)
      .digest('base64url');
    if (signed !== 'before a change of its claims') return `${first}.${isUnsigned ? '' : signature}`;
    return `${encoded({ alg, typ: 'JWT' })}.${encoded({ ...payload, iat: now - 1 })}.${signature}`;
  };
  const checked = [...(issuer === undefined ? [] : ['iss']), ...(audience === undefined ? [] : ['aud'])];
  return { id, token: await sign({}), sign, checked, people: new Set([id]) };
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
