import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { AuthConfig } from '../../src/auth/authenticate.ts';
import { signToken } from '../../src/auth/sign-token.ts';
import { StartError } from '../../src/start-error.ts';

/** The player, or the operator, who sends the requests of a run. */
export interface Player {
  readonly id: string;
  /** Has every role, unless the run was given the token. */
  readonly token: string;
  /** Undefined where the run cannot sign it. */
  readonly tokenWithoutRole?: string;
}

/**
 * A player that no database knows, with tokens for an hour.
 *
 * @param roles those of the token
 */
export async function newPlayer(
  auth: Extract<AuthConfig, { secret: string }>,
  roles: readonly string[],
): Promise<Player> {
  const id = `dredd ${randomUUID()}`;
  const hour = Temporal.Duration.from({ hours: 1 });
  return {
    id,
    token: await signToken(id, hour, auth, roles),
    tokenWithoutRole: await signToken(id, hour, auth),
  };
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
  return { id, token };
}
