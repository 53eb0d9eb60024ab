import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { insertSubmission } from './submissions.ts';

/** Somebody who has reserved a date in an open transaction, which nobody else sees before it commits. */
export class Competitor {
  readonly #client: pg.Client;
  readonly #pid: number;

  private constructor(client: pg.Client, pid: number) {
    this.#client = client;
    this.#pid = pid;
  }

  static async reserving(database: TestDatabase, date: string): Promise<Competitor> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query('begin');
    const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows;
    await insertSubmission({ query }, { user: `competitor for ${date}`, date });
    return new Competitor(client, rows[0]?.pid ?? 0);
  }

  /** Commits as soon as another insert waits to learn whether the date is taken. */
  async commitWhenAwaited({ query }: TestDatabase): Promise<void> {
    const awaiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    await eventually("an insert that waits for the competitor's", async () => {
      return (await query(awaiting, [this.#pid])).length > 0;
    });
    await this.#client.query('commit');
    await this.#client.end();
  }
}
