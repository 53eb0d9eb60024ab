import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TransactionPropagation } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { root } from '../root.ts';
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

/** The role of DATABASE_URL has too few rights; the message says which ones it lacks, and what to do. */
export class PermissionError extends StartError {}

/** A migration of this version. */
export interface MigrationState {
  readonly name: string;
  /** When the database got it, in UTC (RFC 3339); undefined where it lacks it. */
  readonly appliedAt: string | undefined;
}

/**
 * Applies the pending migrations, all or none, and grants the roles of `deploy/roles.sql` their rights, where these roles exist.
 * Many instances may do this at once: one at a time gets the lock, and those that waited find nothing left to do.
 *
 * @throws DatabaseUnreachableError
 * @throws PermissionError when the role of the URL may not change the schema
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
        await em.execute(await readFile(join(root, 'src/database/grants.sql'), 'utf8'));
      },
      { propagation: TransactionPropagation.REQUIRES_NEW },
    );
  } catch (error) {
    throw explainPermission(error, "may not change its schema. Run npm run db:migrate with the tables' owner");
  } finally {
    await orm.close();
  }
}

/**
 * Every migration of this version, in order. Changes nothing, and needs no right but to read `mikro_orm_migrations`.
 *
 * @throws DatabaseUnreachableError
 * @throws PermissionError when the role may not read that table
 */
export async function migrationStates(orm: Orm): Promise<MigrationState[]> {
  await assertReachable(orm);
  const applied = await appliedMigrations(orm);
  return migrations.map(({ name }) => ({ name, appliedAt: applied.find((row) => row.name === name)?.applied_at }));
}

/** The migrations of this version that the database lacks; throws as `migrationStates` does. */
export async function pendingMigrations(orm: Orm): Promise<string[]> {
  return (await migrationStates(orm)).filter(({ appliedAt }) => appliedAt === undefined).map(({ name }) => name);
}

/**
 * Changes nothing.
 *
 * @throws DatabaseUnreachableError
 * @throws PermissionError when the role may not read which migrations have been applied
 * @throws SchemaBehindError when a migration of this version has not been applied
 */
export async function assertSchemaIsCurrent(orm: Orm): Promise<void> {
  const pending = await pendingMigrations(orm);
  if (pending.length > 0) throw new SchemaBehindError(pending);
}

async function appliedMigrations(orm: Orm): Promise<{ name: string; applied_at: string }[]> {
  const db = orm.em.fork();
  const [table] = await db.execute<[{ exists: boolean }]>(
    "select to_regclass('mikro_orm_migrations') is not null as exists",
  );
  if (!table.exists) return [];
  try {
    return await db.execute(`
      select name, to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as applied_at
      from mikro_orm_migrations`);
  } catch (error) {
    throw explainPermission(
      error,
      "lacks its rights. Run npm run db:migrate with the tables' owner, which grants them",
    );
  }
}

/** Puts into words what PostgreSQL rejected a role; any other error as it was. */
function explainPermission(error: unknown, explanation: string): unknown {
  const { code, message } = error as { code?: unknown; message: string };
  // SQLSTATE 42501 is insufficient_privilege
  if (code !== '42501') return error;
  return new PermissionError(`The role of DATABASE_URL ${explanation} (${message})`, { cause: error });
}
