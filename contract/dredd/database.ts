import { clientConfig } from '../../src/database/client-config.ts';
import { requestLimits } from '../../src/database/limits.ts';
import { Client } from '../../src/database/pg-client.ts';
import { StartError } from '../../src/start-error.ts';

/** A connection to the service's database. */
export interface Database extends AsyncDisposable {
  /** Runs one statement, and returns its rows. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  hasRowsOf(player: string): Promise<boolean>;
  deleteRowsOf(player: string): Promise<void>;
}

/**
 * Connects to a database that has the service's tables.
 *
 * @param url as in DATABASE_URL: of several hosts, the one that accepts writes is used
 * @throws StartError in one line when it cannot connect, or the tables are missing
 */
export async function connect(url: string): Promise<Database> {
  const client = new Client({ ...clientConfig(url, 'DATABASE_URL'), connectionTimeoutMillis: requestLimits.connectMs });
  const database: Database = {
    async query(text, values) {
      return (await client.query(text, values)).rows;
    },
    async hasRowsOf(player) {
      const rows = await database.query(
        `select 1 from daily_completion where anonymous_id = $1
         union all select 1 from scheduled_submission where user_id = $1
         limit 1`,
        [player],
      );
      return rows.length > 0;
    },
    async deleteRowsOf(player) {
      await database.query('delete from daily_completion where anonymous_id = $1', [player]);
      await database.query('delete from scheduled_submission where user_id = $1', [player]);
      await database.query('delete from calendar_change where actor = $1', [player]);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
  try {
    await client.connect();
    await database.query('select from daily_completion, scheduled_submission limit 0');
    return database;
  } catch (cause) {
    await client.end();
    throw new StartError(`The database of DATABASE_URL cannot be used: ${(cause as Error).message}`, { cause });
  }
}
