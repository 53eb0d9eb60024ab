import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { createLogger } from '../../src/log.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';
import { withCleanUp } from './clean-up.ts';
import { connect } from './database.ts';
import { newPlayer, type Player } from './player.ts';

/** A running service, and what a run has to provoke its responses. */
export interface Target {
  readonly url: string;
  /** Sends the requests; undefined without a token. */
  readonly player: Player | undefined;
  /** In the run's own database, a state may fill and break tables. In a shared one, it may only insert rows of the player. */
  readonly database: 'own' | 'shared' | 'none';
  /**
   * Runs one statement on the service's database.
   *
   * @throws Unavailable without a database
   */
  query(text: string, values?: unknown[]): Promise<void>;
  /** Deletes the player's rows, if there is a database. */
  forgetPlayer(): Promise<void>;
  /** Aborted when the run must end. */
  readonly interrupted: AbortSignal;
}

/** A transaction needs what the run does not have. The message names it, and says how to provide it. */
export class Unavailable extends Error {}

/** What a request needs that a reverse proxy rejects itself. */
export const directConnectionNeeded =
  'a connection without a proxy in between, as to a service that the run starts (no --endpoint)';

/** What a run without a player needs. */
export const tokenNeeded = 'a token (--token TOKEN, or AUTH_JWT_SECRET in the environment)';

/**
 * Starts the service on an empty database, does something with it, and removes both, also on a signal or an uncaught error.
 *
 * @throws Error that names the signal, or the uncaught error
 */
export async function withTarget<Result>(work: (target: Target) => Promise<Result>): Promise<Result> {
  return await withCleanUp(async (stack, interrupted): Promise<Target> => {
    const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-'));
    stack.defer(() => rm(directory, { recursive: true }));
    const postgres = await startEmbeddedPostgres(directory, { fsync: 'off' });
    stack.defer(postgres.stop);
    const auth = { secret: randomBytes(32).toString('hex') };
    const config = readConfig({ DATABASE_URL: postgres.url, AUTH_JWT_SECRET: auth.secret, PORT: '0', PAGES: 'false' });
    const { url, close } = await startService(config as ServiceConfig, createLogger('error'));
    stack.defer(close);
    const { query, deleteRowsOf } = stack.use(await connect(postgres.url));

    const player = await newPlayer(auth);
    return { url, player, database: 'own', query, forgetPlayer: () => deleteRowsOf(player.id), interrupted };
  }, work);
}
