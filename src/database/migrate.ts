import { TransactionPropagation } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { migrationLimits } from './limits.ts';
import { type Lock, lockForTransaction } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { assertReachable, createOrm, type Orm } from './orm.ts';

const migrationLock: Lock = 727_001;

/** The database's schema lacks migrations, and the service was told not to apply them. */
export class SchemaBehindError extends StartError {
  constructor(pending: string[]) {
    super(`The database lacks the migrations ${pending.join(', ')}. Run: npm run db:migrate`);
  }
}

/**
 * Applies the pending migrations, all or none. Many instances may do this at once: one at a time gets the lock, and
 * those that waited find nothing left to do.
 *
 * @throws DatabaseUnreachableError
 */
export async function migrate(url: string, logger: Logger): Promise<void> {
  // One connection holds the lock and runs the migrations, the other serves what the migrator reads before it begins.
  const orm = createOrm(url, 2, logger, migrationLimits);
  try {
    await assertReachable(orm);
    await orm.em.fork().transactional(
      async (em) => {
        await lockForTransaction(em.getKysely(), migrationLock);
        await orm.migrator.up({ transaction: em.getTransactionContext() });
      },
      { propagation: TransactionPropagation.REQUIRES_NEW },
    );
  } finally {
    await orm.close();
  }
}

/**
 * Changes nothing.
 *
 * @throws DatabaseUnreachableError
 * @throws SchemaBehindError when a migration of this version has not been applied
 */
export async function assertSchemaIsCurrent(orm: Orm): Promise<void> {
  await assertReachable(orm);
  const db = orm.em.fork();
  const [table] = await db.execute<[{ exists: boolean }]>(
    "select to_regclass('mikro_orm_migrations') is not null as exists",
  );
  const applied = table.exists ? await db.execute<{ name: string }[]>('select name from mikro_orm_migrations') : [];
  const pending = migrations.map(({ name }) => name).filter((name) => !applied.some((row) => row.name === name));
  if (pending.length > 0) throw new SchemaBehindError(pending);
}
