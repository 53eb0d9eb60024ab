import type { TestDatabase } from './database.ts';
import { alterDatabase } from './settings.ts';

type Database = Pick<TestDatabase, 'query'>;

/**
 * Makes inserts of submissions sleep before their transaction goes on. What they inserted is not
 * committed yet, so nobody else sees it. Those of the tests, which are superusers, do not sleep.
 *
 * @param seconds of sleep for each statement, however many rows it inserts
 * @param user sleep only for statements that insert a submission of this player
 */
export async function sleepAfterInsert(database: Database, seconds: number, user?: string): Promise<void> {
  await setSleep(database, seconds, user);
  await database.query(`
    create trigger sleep after insert on scheduled_submission
      referencing new table as inserted for each statement execute function sleep_after_insert()`);
}

/** Sets for how long inserts sleep from now on. */
export async function setSleep(database: Database, seconds: number, user?: string): Promise<void> {
  const sleeps =
    user === undefined ? "current_user <> 'postgres'" : `exists (select from inserted where user_id = '${user}')`;
  await database.query(`
    create or replace function sleep_after_insert() returns trigger language plpgsql as $$
    begin
      if ${sleeps} then perform pg_sleep(${seconds}); end if;
      return null;
    end $$`);
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
 * Waits until an insert sleeps in the database. The database looks, since on a busy machine a
 * connection for each look takes longer than the sleep.
 */
export async function insertAsleep(database: Database): Promise<void> {
  await database.query(`
    do $$
    begin
      while not exists (
        select from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep' and pid <> pg_backend_pid()
      ) loop
        perform pg_sleep(0.005);
        perform pg_stat_clear_snapshot();
      end loop;
    end $$`);
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
