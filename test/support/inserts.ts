import { alterDatabase, type TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { OpenTransaction } from './open-transaction.ts';

type Database = Pick<TestDatabase, 'query'>;

/**
 * Holds every transaction that inserts into some tables, right after an insert: it stays open, and
 * nobody else sees what it inserted, until the test ends the returned one.
 *
 * @param condition SQL on `new`: which rows count
 */
export async function holdInserts(
  database: Pick<TestDatabase, 'query' | 'url'>,
  condition = 'true',
  tables: readonly string[] = ['scheduled_submission'],
): Promise<OpenTransaction> {
  // Of the limits of a reservation, that of a lock alone is shorter than what a test needs.
  await database.query(`
    create or replace function hold() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin
      perform pg_catalog.pg_advisory_xact_lock_shared(hashtext('hold'));
      return null;
    end $$`);
  for (const table of tables) {
    await database.query(`
      create or replace trigger hold after insert on ${table}
        for each row when (${condition}) execute function hold()`);
  }
  return await OpenTransaction.begin(database, "select pg_catalog.pg_advisory_xact_lock(hashtext('hold'))");
}

/** Waits until so many transactions of a database wait for a lock, be it of the test or of another one. */
export async function transactionsWaiting({ query }: Database, count: number): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await eventually(`${count} transactions that wait`, async () => (await query(waiting)).length >= count);
}

/**
 * Disables the calendar's lock for new connections, so that instances reserve at the same time: a
 * function that locks nothing hides PostgreSQL's own.
 */
export async function dropLock(database: TestDatabase): Promise<void> {
  await database.query("create function pg_advisory_xact_lock(bigint) returns void language sql as ''");
  await alterDatabase(database, 'search_path = public, pg_catalog');
}

/**
 * Makes the next inserts fail with an SQLSTATE. A sequence counts them, because a
 * rollback does not reset a sequence.
 *
 * @param times how many inserts fail
 * @param condition SQL on `new`: which rows count
 */
export async function failInserts(
  database: Database,
  sqlState: string,
  times: number,
  condition = 'true',
  table = 'scheduled_submission',
): Promise<void> {
  await database.query('create sequence inserts');
  await database.query('grant usage on sequence inserts to public');
  await database.query(`
    create function fail_insert() returns trigger language plpgsql as $$
    begin
      if nextval('inserts') <= ${times} then raise exception using errcode = '${sqlState}'; end if;
      return new;
    end $$`);
  await database.query(`
    create trigger fail before insert on ${table}
      for each row when (${condition}) execute function fail_insert()`);
}
