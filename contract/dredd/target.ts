import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { createLogger } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';
import { builtChapters } from '../../src/verse/chapters.ts';
import { testedRoles } from './cases.ts';
import { withCleanUp } from './clean-up.ts';
import { connect } from './database.ts';
import { newPlayer } from './player.ts';
import type { Target } from './session.ts';

/**
 * Starts the service on an empty database, does something with it, and removes both, also on a
 * signal or an uncaught error.
 *
 * @param log the file for the service's errors, from the project's folder, where a run provokes
 *   them; standard output if absent
 * @throws Error that names the signal, or the uncaught error
 */
export async function withTarget<Result>(work: (target: Target) => Promise<Result>, log?: string): Promise<Result> {
  return await withCleanUp(async (stack, interrupted): Promise<Target> => {
    const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-'));
    stack.defer(() => rm(directory, { recursive: true }));
    const postgres = await startEmbeddedPostgres(directory, { fsync: 'off' });
    stack.defer(postgres.stop);
    const auth = { secret: randomBytes(32).toString('hex'), issuer: 'https://conformance.example', audience: 'verses' };
    const config = readConfig({
      DATABASE_URL: postgres.url,
      DESK_DATABASE_URL: postgres.url,
      PUZZLE_DATABASE_URL: postgres.url,
      AUTH_JWT_SECRET: auth.secret,
      AUTH_ISSUER: auth.issuer,
      AUTH_AUDIENCE: auth.audience,
      PORT: '0',
      PAGES: 'false',
    });
    // A link, since others may read the folder of the build.
    const chapters = join(directory, 'chapters');
    await symlink(builtChapters, chapters, 'junction');
    const destination = pino.destination({ dest: log && resolve(root, log), mkdir: true, append: false });
    const logger = createLogger('error', destination);
    const { url, close } = await startService({ ...(config as ServiceConfig), chapters }, logger);
    stack.defer(close);
    const database = stack.use(await connect(postgres.url));
    const roles = testedRoles();
    const { leadDays: lead, windowDays: window, horizonDays: horizon, repeatDays: repeat } = config.calendar;
    const days = { lead, window, horizon, repeat };
    return {
      ...{ url, database, chapters, interrupted, left: { verses: 0 }, own: true, scratch: true },
      ...{ auth, days, newPlayer: () => newPlayer(auth, roles) },
    };
  }, work);
}
