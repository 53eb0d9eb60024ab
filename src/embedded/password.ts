import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfExists, replaceFile } from './folder.ts';
import { type CommandOf, runToEnd } from './programs.ts';

/** The file with the password of the embedded PostgreSQL. */
export function passwordFile(directory: string): string {
  return join(directory, 'postgres-password.json');
}

/** Sets another password of a server that does not run. */
export async function setPassword(
  postgres: string,
  commandOf: CommandOf,
  directory: string,
  data: string,
  variables = {},
) {
  const password = randomBytes(24).toString('hex');
  const sql = `alter role postgres password '${password}';\n`;
  await runToEnd(commandOf(postgres, ['--single', '-D', data, 'postgres'], variables), sql);
  await replaceFile(passwordFile(directory), JSON.stringify({ password }));
}

/** @returns undefined if the file is absent or damaged, as it may be after a power cut */
export async function readPassword(directory: string): Promise<string | undefined> {
  const text = (await readIfExists(passwordFile(directory))) ?? '';
  const [, password] = /^\{"password":"(\w+)"\}$/.exec(text) ?? [];
  return password;
}
