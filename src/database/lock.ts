import { type QueryExecutorProvider, sql } from 'kysely';

/** The keys of the advisory locks, each unique in its database. */
export const locks = {
  /** One instance at a time applies migrations. */
  migration: 727_001,
  /**
   * One reservation at a time reads and changes the calendar. Without it, two would find the same
   * free dates, and one would conflict.
   */
  calendar: 727_002,
  /** One service at a time uses an embedded PostgreSQL. */
  embedded: 727_003,
};

/**
 * Waits until no other transaction holds the lock. The end of this transaction, commit or rollback,
 * releases it.
 */
export async function lockForTransaction(transaction: QueryExecutorProvider, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
}
