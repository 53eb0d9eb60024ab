import pg from 'pg';
import { locks } from '../../src/database/lock.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { insertSubmission } from './submissions.ts';

const awaiting = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** The calendar's lock, held in an open transaction, so that reservations wait. */
export class HeldCalendar {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async hold({ url }: TestDatabase): Promise<HeldCalendar> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {}); // a test that fails leaves it to the end of the database
    await client.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [locks.calendar]);
    return new HeldCalendar(client);
  }

  /**
   * Stores a submission and releases the lock as soon as a reservation waits for it. The reservation's time limit is running: on the
   * connection that exists, this takes the least time.
   */
  async outrun(submission: Parameters<typeof insertSubmission>[1]): Promise<void> {
    const query = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await this.#client.query<Row>(text, values)).rows;
    await eventually('a reservation that waits for the calendar', async () => (await query(awaiting)).length > 0);
    await insertSubmission({ query }, submission);
    await query('commit');
    await this.#client.end();
  }
}
