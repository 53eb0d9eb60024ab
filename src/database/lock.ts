import { type QueryExecutorProvider, sql } from 'kysely';
import { reservationLimits } from './limits.ts';

/** A number that names what is locked; unique among the advisory locks of this database. */
export type Lock = number;

/** Waits until no other transaction holds the lock; it is released with this transaction, however that ends. */
export async function lockForTransaction(transaction: QueryExecutorProvider, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
}

/**
 * The same within `reservationLimits`, which hold until the transaction ends. They are set here, in the same statement, since
 * PgBouncer rejects them when a connection begins and would give them to others when they last longer than a transaction.
 *
 * @throws DatabaseError 55P03 when the lock cannot be had in time
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
