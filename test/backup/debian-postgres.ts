import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, glob, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/embedded/free-port.ts';
import { root } from '../../src/root.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

export type DebianPostgres = Awaited<ReturnType<typeof startDebianPostgres>>;

/**
 * Starts an empty server of Debian's PostgreSQL.
 *
 * @throws Error when the package is not installed
 */
export async function startDebianPostgres() {
  const programs = await newestPrograms();
  await using stack = new AsyncDisposableStack();
  const directory = stack.adopt(await temporaryDirectory(), (path) => rm(path, { recursive: true }));
  const user = await unprivilegedUser();
  if (user) await chown(directory, user.uid, user.gid);
  const [data, passwordFile] = [join(directory, 'data'), join(directory, 'password')];
  const password = randomBytes(24).toString('hex');
  await writeFile(passwordFile, password);
  const port = String(await freePort());
  const runAsUser = (program: string, ...args: string[]) =>
    run(join(programs, program), args, { cwd: directory, ...user });

  await runAsUser('initdb', '-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`);
  const options = `-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p ${port}`;
  await runAsUser('pg_ctl', 'start', '-w', '-D', data, '-l', join(directory, 'log'), '-o', options);
  stack.defer(async () => void (await runAsUser('pg_ctl', 'stop', '-w', '-D', data, '-m', 'fast')));

  const path = `${programs}:${process.env['PATH']}`;
  const env = { PATH: path, PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'postgres', PGPASSWORD: password };
  const host = `127.0.0.1:${port}`;
  const opened = stack.move();
  return {
    /** Host and port. */
    host,
    /** The database `verses`, as a superuser. */
    superuserUrl: `postgresql://postgres:${password}@${host}/verses`,
    /**
     * Runs commands of a shell in the project's folder, until one fails. The clients connect to this
     * server as a superuser.
     *
     * @param input for the prompts of all commands
     * @throws Error with the output of the command that failed
     */
    async run(commands: string, input = ''): Promise<void> {
      // A session of its own has no terminal, so prompts read the standard input.
      const shell = run('setsid', ['--wait', 'sh', '-e', '-c', commands], { cwd: root, env });
      shell.child.stdin?.end(input);
      await shell;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Debian installs the programs of each version in a folder of its own, which is not in PATH. */
async function newestPrograms(): Promise<string> {
  const versions = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'));
  const newest = versions.sort(new Intl.Collator('en', { numeric: true }).compare).at(-1);
  if (newest === undefined) throw new Error('These tests need PostgreSQL: apt-get install -y postgresql');
  return newest;
}

/** PostgreSQL does not run as root, so root runs it as the package's user. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid, gid };
}
