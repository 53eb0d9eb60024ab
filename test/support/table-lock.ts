import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

type Database = Pick<TestDatabase, 'url' | 'query'>;

/** An exclusive lock on a table: queries that read the table wait for it. */
export class TableLock {
  readonly #client: pg.Client;
  readonly #pid: number;
  readonly #query: TestDatabase['query'];

  private constructor(client: pg.Client, pid: number, { query }: Database) {
    this.#client = client;
    this.#pid = pid;
    this.#query = query;
  }

  static async take(database: Database, table: string): Promise<TableLock> {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {}); // after a failed test, the server ends the connection
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    return new TableLock(client, rows[0]?.pid ?? 0, database);
  }

  /** The number of queries that wait for the lock now. */
  async waiting(): Promise<number> {
    return (await this.#query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [this.#pid]))
      .length;
  }

  /** Waits until a query waits for the lock. */
  async awaited(): Promise<void> {
    await eventually('a query that waits for the table', async () => (await this.waiting()) > 0);
  }

  async release(): Promise<void> {
    await this.#client.query('rollback');
    await this.#client.end();
  }
}
