import { environment, parseEnvironment } from '../../src/config.ts';
import { StartError } from '../../src/start-error.ts';
import { withCleanUp } from './clean-up.ts';
import { connect } from './database.ts';
import type { Target } from './given.ts';
import { newPlayer, type Player, playerOf } from './player.ts';
import { testedRoles } from './suites.ts';

/** How long a running service may take to respond at all, in milliseconds. */
const responseMs = 10_000;

interface Endpoint {
  readonly url: string;
  /** A token of a player without any rows. Without it, AUTH_JWT_SECRET signs one, if it is set. */
  readonly token?: string | undefined;
}

/**
 * Does something with a running service. With the variables of the service, DATABASE_URL and
 * AUTH_JWT_SECRET (and AUTH_ISSUER and AUTH_AUDIENCE where tokens need them), it can provoke more
 * responses; it inserts rows of one player, and deletes them.
 *
 * @throws StartError in one line when the service does not respond, or when a token, a variable
 *   or the database cannot be used
 * @throws Error that names the signal, or the uncaught error
 */
export async function withEndpoint<Result>(
  { url, token }: Endpoint,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, AUTH_JWT_SECRET, AUTH_ISSUER, AUTH_AUDIENCE } = environment;
  const settings = parseEnvironment({ DATABASE_URL, AUTH_JWT_SECRET, AUTH_ISSUER, AUTH_AUDIENCE }, process.env);
  const { AUTH_JWT_SECRET: secret, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  let player: Player | undefined;
  if (token !== undefined) player = playerOf(token);
  else if (secret !== undefined) player = await newPlayer({ secret, issuer, audience }, testedRoles());
  await assertResponds(url);

  return await withCleanUp(async (stack, interrupted): Promise<Target> => {
    const target = { url, player, own: false, interrupted };
    if (player === undefined || settings.DATABASE_URL === undefined) return { ...target, database: undefined };
    const database = stack.use(await connect(settings.DATABASE_URL));
    if (await database.hasRowsOf(player.id)) {
      throw new StartError(
        `The player ${JSON.stringify(player.id)} of the token has rows in the database, which the run would delete: use the token of a player without any`,
      );
    }
    return { ...target, database };
  }, work);
}

async function assertResponds(url: string): Promise<void> {
  try {
    await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(responseMs) });
  } catch (error) {
    const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new StartError(`${url} does not respond: ${cause.message || cause.code}`, { cause: error });
  }
}
