import { Client } from '../../src/database/client.ts';
import { requestLimits } from '../../src/database/limits.ts';
import { clientConfig } from '../../src/database/url.ts';
import { StartError } from '../../src/start-error.ts';

/** What a run needs of the service's database, by table. `docs/reviewing-the-contract.md` has it, too. */
const needed = {
  daily_completion: 'anonymous_id date',
  scheduled_submission:
    'id user_id book_id chapter verse scheduled_date created_at idempotency_key window_text moved_from withdrawn_at withdrawn_from cooldown_ended',
  blocked_date: 'date label',
  calendar_change: 'actor action dates',
};

/** A connection to the service's database. */
export interface Database extends AsyncDisposable {
  /** Runs one statement, and returns its rows. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  hasRowsOf(player: string): Promise<boolean>;
  /**
   * Deletes what a case has stored: the rows of its players, these submissions and blocked dates, and
   * what is on dates that no window reaches.
   *
   * @param pause whether the calendar's pause was the run's, too
   */
  deleteRowsOf(
    players: readonly string[],
    ids: readonly number[],
    dates: readonly string[],
    pause: boolean,
  ): Promise<void>;
}

/**
 * Connects to a database that has the service's tables.
 *
 * @param url as in DATABASE_URL: of several hosts, the one that accepts writes is used
 * @throws StartError in one line when it cannot connect, or that names the tables and columns that
 *   are missing
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
    async deleteRowsOf(players, ids, dates, pause) {
      const far = "'9000-01-01'";
      await database.query('delete from daily_completion where anonymous_id = any ($1)', [players]);
      await database.query(
        `delete from scheduled_submission where user_id = any ($1) or id = any ($2) or scheduled_date >= ${far}`,
        [players, ids],
      );
      await database.query(`delete from blocked_date where date = any ($1) or date >= ${far}`, [dates]);
      await database.query('delete from calendar_change where actor = any ($1)', [players]);
      if (pause) await database.query('delete from calendar_pause');
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
  try {
    await client.connect();
    const missing = await missingIn(database);
    if (missing.length > 0) throw new Error(`it has no ${missing.join(', ')}`);
    return database;
  } catch (cause) {
    await client.end();
    throw new StartError(`The database of DATABASE_URL cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** The tables and columns that a run needs and a database does not have. */
async function missingIn(database: Database): Promise<string[]> {
  const names = Object.entries(needed).flatMap(([table, columns]) => columns.split(' ').map((name) => [table, name]));
  const rows = await database.query<{ missing: string }>(
    `select distinct case when to_regclass(name) is null then 'table ' || name else 'column ' || name || '.' || part end as missing
     from unnest($1::text[], $2::text[]) as needed (name, part)
     where not exists (select from pg_attribute where attrelid = to_regclass(name) and attname = part and not attisdropped)
     order by missing`,
    [names.map(([table]) => table), names.map(([, column]) => column)],
  );
  return rows.map(({ missing }) => missing);
}
