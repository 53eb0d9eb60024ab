import { type QueryExecutorProvider, sql } from 'kysely';

/** A number that names what is locked; unique among the advisory locks of this database. */
export type Lock = number;

/** Waits until no other transaction holds the lock; it is released with this transaction, however that ends. */
export async function lockForTransaction(transaction: QueryExecutorProvider, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
}
