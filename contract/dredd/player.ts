import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { signToken } from '../../src/auth/sign-token.ts';
import type { AuthConfig } from '../../src/config.ts';
import { StartError } from '../../src/start-error.ts';

/** The player who sends the requests of a run. */
export interface Player {
  readonly id: string;
  readonly token: string;
}

/** A player that no database knows, with a token for an hour. */
export async function newPlayer(auth: Extract<AuthConfig, { secret: string }>): Promise<Player> {
  const id = `dredd ${randomUUID()}`;
  return { id, token: await signToken(id, Temporal.Duration.from({ hours: 1 }), auth) };
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
