import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../src/root.ts';
import { query } from './sql.ts';

/** The roles of `deploy/roles.sql`. */
export type Role = 'verses_owner' | 'verses_service' | 'verses_puzzle' | 'verses_desk';

const password = 'a password for tests';

/** Runs `deploy/roles.sql` in a database. */
export async function createRoles(url: string): Promise<void> {
  await query(url, await readFile(join(root, 'deploy/roles.sql'), 'utf8'));
}

/** Gives the roles, which belong to the whole server, the password that `asRole` uses. */
export async function setPasswords(url: string): Promise<void> {
  for (const role of ['verses_owner', 'verses_service', 'verses_puzzle', 'verses_desk'] satisfies Role[]) {
    await query(url, `alter role ${role} password '${password}'`);
  }
}

/** The same database, as another role. */
export function asRole(url: string, role: Role): string {
  const other = new URL(url);
  other.username = role;
  other.password = password;
  return other.href;
}
