import { environment, parseEnvironment } from '../../src/config.ts';
import { listSubmissionsOperation } from '../../src/generated/operations.ts';
import { StartError } from '../../src/start-error.ts';
import { testedRoles } from './cases.ts';
import { withCleanUp } from './clean-up.ts';
import { connect } from './database.ts';
import { newPlayer, playerOf } from './player.ts';
import { puzzleOf, solvedBy } from './puzzle.ts';
import type { Target } from './session.ts';

/** How long a running service may take to respond at all, in milliseconds. */
const responseMs = 10_000;

interface Endpoint {
  readonly url: string;
  /** A token of a player without any rows. Without it, AUTH_JWT_SECRET signs them, if it is set. */
  readonly token?: string | undefined;
  /** A token with the role `puzzle`. Without it, AUTH_JWT_SECRET signs one, if it is set. */
  readonly puzzleToken?: string | undefined;
  /** A command that records a completion. */
  readonly solve?: string | undefined;
  /** Whether the database may be filled and broken. */
  readonly scratch?: boolean | undefined;
}

/**
 * Does something with a running service. Its players' completions are recorded by HTTP, where the
 * service has the puzzle's contract, or by a command. With DATABASE_URL of a service that has these
 * tables, it can provoke more responses; it inserts rows of its players, and deletes them.
 *
 * @throws StartError in one line when the service does not respond, or when a token, a variable
 *   or the database cannot be used
 * @throws Error that names the signal, or the uncaught error
 */
export async function withEndpoint<Result>(
  { url, token, puzzleToken, solve, scratch = false }: Endpoint,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, AUTH_JWT_SECRET, AUTH_ISSUER, AUTH_AUDIENCE } = environment;
  const settings = parseEnvironment({ DATABASE_URL, AUTH_JWT_SECRET, AUTH_ISSUER, AUTH_AUDIENCE }, process.env);
  const { AUTH_JWT_SECRET: secret, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  const given = token === undefined ? undefined : playerOf(token);
  const roles = testedRoles();
  const sign = secret === undefined ? undefined : () => newPlayer({ secret, issuer, audience }, roles);
  await assertResponds(url);
  await assertAccepts(url, (given ?? sign?.())?.token, secret !== undefined && given === undefined);
  const forPuzzle = puzzleToken ?? sign?.().token;
  const contract = forPuzzle === undefined ? undefined : await puzzleOf(url, forPuzzle);
  const puzzle = solve === undefined ? contract : { ...contract, ...solvedBy(solve) };

  return await withCleanUp(async (stack, interrupted): Promise<Target> => {
    const newCasePlayer = given === undefined ? sign : () => given;
    const target = {
      ...{ url, puzzle, scratch, own: false, left: { verses: 0 }, interrupted, database: undefined },
      ...{
        newPlayer: newCasePlayer,
        auth: given === undefined && secret !== undefined ? { secret, issuer, audience } : undefined,
      },
    };
    if (newCasePlayer === undefined || settings.DATABASE_URL === undefined) return { ...target, scratch: false };
    const database = stack.use(await connect(settings.DATABASE_URL));
    if (given !== undefined && (await database.hasRowsOf(given.id))) {
      throw new StartError(
        `The player ${JSON.stringify(given.id)} of the token has rows in the database, which the run would delete: use the token of a player without any`,
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

/** One request, before hundreds that say the same. @throws StartError if the service rejects the token */
async function assertAccepts(url: string, token: string | undefined, isSigned: boolean): Promise<void> {
  if (token === undefined) return;
  const { path } = listSubmissionsOperation;
  const headers = { Authorization: `Bearer ${token}` };
  const { status } = await fetch(url.replace(/\/$/, '') + path, { headers, signal: AbortSignal.timeout(responseMs) });
  if (status !== 401) return;
  const cause = isSigned
    ? 'that AUTH_JWT_SECRET signs: it must be the secret of the service, and AUTH_ISSUER and AUTH_AUDIENCE what it checks'
    : 'of --token';
  throw new StartError(`${url}${path} rejects the token (401) ${cause}`);
}
