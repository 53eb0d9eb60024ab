import type { TestDatabase } from './database.ts';

/** Changes a setting for new connections to a database, e.g. `timezone = 'Europe/Berlin'`. */
export async function alterDatabase({ url, query }: TestDatabase, setting: string): Promise<void> {
  await query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
}
