import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

/**
 * Waits until a commit waits for the synchronous standby, which does not exist, and makes
 * PostgreSQL stop waiting.
 */
export async function cancelCommit(database: TestDatabase): Promise<void> {
  const cancel = `
    select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`;
  await eventually('a commit that waits for the standby', async () => (await database.query(cancel)).length > 0);
}
