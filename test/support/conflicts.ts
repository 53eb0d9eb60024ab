import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { insertSubmission } from './submissions.ts';

/**
 * Lets the next inserts of submissions fail with an SQLSTATE. They are counted by a sequence, since a rollback does not
 * take a sequence back.
 *
 * @param condition SQL on `new`: which rows count
 */
export async function failInserts(
  { query }: TestDatabase,
  sqlState: string,
  times: number,
  condition = 'true',
): Promise<void> {
  await query('create sequence inserts');
  await query('grant usage on sequence inserts to public');
  await query(`
    create function fail_insert() returns trigger language plpgsql as $$
    begin
      if nextval('inserts') <= ${times} then raise exception using errcode = '${sqlState}'; end if;
      return new;
    end $$`);
  await query(`
    create trigger fail before insert on scheduled_submission
      for each row when (${condition}) execute function fail_insert()`);
}

/** How many inserts have been tried since `failInserts`. */
export async function countInserts({ query }: TestDatabase): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select case when is_called then last_value else 0 end::integer as count from inserts',
  );
  return row?.count ?? 0;
}

/** Somebody who has reserved a date in a transaction of their own: nobody else sees it before they commit. */
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

  /** Commits as soon as somebody else's insert waits to know whether the date is taken. */
  async commitWhenAwaited({ query }: TestDatabase): Promise<void> {
    const awaited = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    while ((await query(awaited, [this.#pid])).length === 0);
    await this.#client.query('commit');
    await this.#client.end();
  }
}
