import type { Transaction } from 'kysely';
import type { EntityManager } from './orm.ts';

/** A transaction of Kysely, for statements, and an EntityManager in it. */
export interface InTransaction {
  readonly em: EntityManager;
  // biome-ignore lint/suspicious/noExplicitAny: MikroORM does not type the database for Kysely
  readonly transaction: Transaction<any>;
}

/**
 * Runs work in a transaction (read committed). The transaction is Kysely's: the EntityManager's own
 * never returns its connection to the pool if the connection breaks while the transaction begins or
 * ends (https://github.com/kysely-org/kysely/issues/1990).
 *
 * @throws what the work or the commit throws; then nothing is stored
 */
export async function inTransaction<Result>(
  em: EntityManager,
  work: (given: InTransaction) => Promise<Result>,
): Promise<Result> {
  const forked = em.fork();
  return await forked
    .getKysely()
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      forked.setTransactionContext(transaction);
      return await work({ em: forked, transaction });
    });
}
