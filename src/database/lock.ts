import { type QueryExecutorProvider, sql } from 'kysely';
import { execute } from './execute.ts';
import { reservationLimits } from './limits.ts';

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
  await execute(transaction, sql`select pg_advisory_xact_lock(${lock})`);
}

/**
 * Does the same within limits, and sets the DateStyle of the entities' types. Both hold until the
 * transaction ends. The same statement sets them: PgBouncer rejects them as connection parameters,
 * and would pass session settings on to other clients.
 *
 * @throws DatabaseError 55P03 when the lock times out
 */
export async function lockForReservation(
  transaction: QueryExecutorProvider,
  lock: number,
  { lockMs, statementMs, idleMs } = reservationLimits,
): Promise<void> {
  const lockWithin = sql`
    select pg_advisory_xact_lock(${lock})
    from (
      select
        set_config('lock_timeout', ${String(lockMs)}, true),
        set_config('statement_timeout', ${String(statementMs)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true),
        set_config('datestyle', 'ISO', true)
      offset 0
    ) as limits`;
  await execute(transaction, lockWithin);
}
