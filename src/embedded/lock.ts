import type pg from 'pg';
import { Client } from '../database/client.ts';
import { locks } from '../database/lock.ts';
import { sqlState, sqlStates } from '../database/sqlstate.ts';
import { clientConfig } from '../database/url.ts';
import { StartError } from '../start-error.ts';
import { passwordFile } from './password.ts';

/** How long PostgreSQL may take to respond to a connection, in milliseconds. */
const connectLimit = 10_000;
/** Of a server that does not accept connections yet: the system's codes, and PostgreSQL's. */
const notYet: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', sqlStates.cannotConnectNow];

/**
 * Connects to the server's own database, since the service's may not exist yet. The connection will
 * hold the lock of a folder, and ends with the process.
 *
 * @returns undefined while the server does not accept connections yet
 */
export async function connect(directory: string, url: string): Promise<pg.Client | undefined> {
  const client = new Client({
    ...clientConfig(new URL('/postgres', url).href, 'The embedded PostgreSQL'),
    application_name: String(process.pid), // for the message of another service
    connectionTimeoutMillis: connectLimit,
  });
  // The server may stop before the service. The service's own connections report that.
  client.on('error', () => {});
  try {
    return await client.connect();
  } catch (cause) {
    client.end(() => {});
    if (notYet.includes(sqlState(cause))) return undefined;
    const message =
      sqlState(cause) === sqlStates.invalidPassword
        ? `PostgreSQL rejects the password in ${passwordFile(directory)}: delete the file and start again, which sets another password`
        : `The embedded PostgreSQL accepts no connection: ${(cause as Error).message}`;
    throw new StartError(message, { cause });
  }
}

/** @throws StartError that says which process has the lock */
export async function takeLock(client: pg.Client, directory: string): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [locks.embedded]);
  if (rows[0].locked) return;
  const others = await client.query(
    "select application_name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted and objid = $1",
    [locks.embedded],
  );
  const other = others.rows.map(({ application_name: pid }) => `: process ${pid}`).join('');
  throw new StartError(`Another service is using ${directory}${other}. Stop it first, or set DATABASE_URL`);
}
