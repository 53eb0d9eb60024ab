import { alterDatabase, type TestDatabase } from './database.ts';

/** A clock that stands still until the test sets it. */
export class TestClock {
  now: Temporal.Instant;

  constructor(now: string) {
    this.now = Temporal.Instant.from(now);
  }

  readonly read = (): Temporal.Instant => this.now;
}

/**
 * Stops the clock of a database for new connections, or turns it off with `-infinity`: a function
 * of that name hides PostgreSQL's own.
 */
export async function stopDatabaseClock(database: TestDatabase, instant: string): Promise<void> {
  await database.query(`
    create or replace function public.statement_timestamp() returns timestamptz language sql as $$select timestamptz '${instant}'$$`);
  await alterDatabase(database, 'search_path = public, pg_catalog');
}
