import { type QueryExecutorProvider, sql } from 'kysely';
import { reservationLimits } from './limits.ts';

/** The key of an advisory lock, unique in this database. */
export type Lock = number;

/** Waits until no other transaction holds the lock. The end of this transaction, commit or rollback, releases it. */
export async function lockForTransaction(transaction: QueryExecutorProvider, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
}

/**
 * Does the same within `reservationLimits`, which hold until the transaction ends. The same statement sets them: PgBouncer rejects them as
 * connection parameters, and would pass session settings on to other clients.
 *
 * @throws DatabaseError 55P03 when the lock times out
 */
export async function lockForReservation(transaction: QueryExecutorProvider, lock: Lock): Promise<void> {
  const { lockMs, statementMs, idleMs } = reservationLimits;
  await sql`
    select pg_advisory_xact_lock(${lock})
    from (
      select
        set_config('lock_timeout', ${String(lockMs)}, true),
        set_config('statement_timeout', ${String(statementMs)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)
      offset 0
    ) as limits`.execute(transaction);
}
