import { chmod, cp, mkdtempDisposable, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from './folder.ts';
import { setPassword } from './password.ts';
import { type CommandOf, type Programs, runToEnd } from './programs.ts';

/** What a shell interprets between double quotes, or cannot take there. */
const special = /["$`\\\r\n]/;

/**
 * Creates the server's data in a temporary folder and renames it when it is complete, so an
 * interrupted start leaves no partial data.
 *
 * initdb runs postgres by a shell, which would interpret the name of the project's folder. If that
 * has special characters, a copy of the programs in a temporary folder runs instead.
 */
export async function initialise(
  { initdb, postgres }: Programs,
  commandOf: CommandOf,
  directory: string,
  data: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await using copy = special.test(initdb) ? await plainFolder() : undefined;
  if (copy) await cp(dirname(dirname(initdb)), copy.path, { recursive: true });
  const program = copy ? join(copy.path, 'bin', basename(initdb)) : initdb;
  const unfinished = `${data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const args = [
    ...['-D', unfinished, '-U', 'postgres', '--auth-local=reject', '--auth-host=scram-sha-256'],
    ...['-E', 'UTF8', '--locale=C', '--no-instructions'],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  await runToEnd(commandOf(program, args));
  await setPassword(postgres, commandOf, directory, unfinished);
  await rename(unfinished, data);
  await syncFolder(directory);
}

/** An empty folder in whose name a shell interprets nothing. */
async function plainFolder() {
  if (special.test(tmpdir())) {
    const reason = `A shell interprets characters in the names of ${root} and ${tmpdir()}`;
    throw new StartError(`${reason}: move the project, or set TMPDIR to another folder`);
  }
  const folder = await mkdtempDisposable(join(tmpdir(), 'verses-postgres-'));
  await chmod(folder.path, 0o755); // for another user, if PostgreSQL has one
  return folder;
}
