import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../process/is-alive.ts';
import { readIfExists } from './folder.ts';
import { freePort } from './free-port.ts';
import { readPassword, setPassword } from './password.ts';
import type { CommandOf } from './programs.ts';

interface Server {
  readonly pid: number;
  readonly port: string;
}

/**
 * The server of a data folder; undefined unless it is running. After a restart of the machine or
 * container, any process may have a number that was the server's, even this one.
 */
export async function findServer(data: string): Promise<Server | undefined> {
  const server = await readPidFile(data);
  if (process.platform === 'win32') return isAlive(server.pid) ? server : undefined; // without ps
  const command = await commandOf(server.pid).catch(() => '');
  return command.includes('postgres') && command.includes(` -D ${data} `) ? server : undefined;
}

/**
 * A killed server leaves the file `postmaster.pid`, and after a power cut it may be empty.
 *
 * @returns NaN for a file that is absent or has no number
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html
 */
async function readPidFile(data: string): Promise<Server> {
  const text = (await readIfExists(pidFile(data))) ?? '';
  // The second line is the folder, whose name may have line feeds; the fourth is the port.
  const [pid = '', , , port = ''] = text.replace(data, '').split('\n');
  return { pid: Math.abs(Number.parseInt(pid, 10)) || Number.NaN, port };
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid');
}

async function commandOf(pid: number): Promise<string> {
  // Containers often lack ps.
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
}

/**
 * Starts the server, which writes its messages to a log. If its password is lost, another
 * one is set before.
 */
export async function startServer(
  postgres: string,
  commandOf: CommandOf,
  directory: string,
  data: string,
  log: string,
): Promise<ChildProcess> {
  const env = { PG_GRANDPARENT_PID: await takeOverPidFile(data) };
  if ((await readPassword(directory)) === undefined) await setPassword(postgres, commandOf, directory, data, env);
  const [command, args, options] = commandOf(postgres, ['-D', data, '-p', String(await freePort())], env);
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
  let { pid } = await readPidFile(data);
  if (Number.isNaN(pid) && existsSync(pidFile(data))) {
    await setTimeout(1_000); // another server may be about to write it
    ({ pid } = await readPidFile(data));
    if (Number.isNaN(pid)) await rm(pidFile(data), { force: true });
  }
  return String(pid);
}

/**
 * The last FATAL or PANIC message of PostgreSQL's log, and the log's path.
 *
 * @param from where the log of this start begins, in bytes
 */
export async function lastFault(log: string, from: number): Promise<string> {
  const lines = (await readFile(log).catch(() => Buffer.of())).subarray(from).toString();
  const faults = [...lines.matchAll(/(?:FATAL|PANIC): {2}(.*)(?:\n.*DETAIL: {2}(.*))?/g)];
  const [, message, detail] = faults.at(-1) ?? [];
  return [message, detail, `see ${log}`].filter(Boolean).join('; ');
}
