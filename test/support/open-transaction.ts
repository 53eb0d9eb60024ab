import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

/**
 * A backend has one entry for the lock that it waits for. Unlike `pg_stat_activity`, this view is
 * read anew by each query of a transaction.
 */
const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

/**
 * A transaction that a test holds open, on a connection of its own, so that others wait for its
 * locks or do not see what it wrote.
 */
export class OpenTransaction {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @param statement the transaction's first, for instance one that takes a lock */
  static async begin({ url }: Pick<TestDatabase, 'url'>, statement = ''): Promise<OpenTransaction> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {}); // a test that fails leaves it to the end of the database
    await client.connect();
    await client.query(`begin; ${statement}`);
    return new OpenTransaction(client);
  }

  /** Keeps everybody else from a table, readers included. */
  static async lockingTable(database: Pick<TestDatabase, 'url'>, table: string): Promise<OpenTransaction> {
    return await OpenTransaction.begin(database, `lock table ${table} in access exclusive mode`);
  }

  readonly query: TestDatabase['query'] = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await this.#client.query<Row>(text, values)).rows;

  /** How many others wait for this transaction now. */
  async waiting(): Promise<number> {
    return (await this.query(waiting)).length;
  }

  /** Waits until somebody waits for this transaction. */
  async awaited(): Promise<void> {
    await eventually('somebody who waits for the open transaction', async () => (await this.waiting()) > 0);
  }

  async commit(): Promise<void> {
    await this.query('commit');
    await this.#client.end();
  }

  async rollback(): Promise<void> {
    await this.query('rollback');
    await this.#client.end();
  }
}
