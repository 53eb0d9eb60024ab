import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { migrationLimits } from './limits.ts';
import { lockForTransaction, locks } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { assertReachable, closeOrm, createOrm, type EntityManager, type Orm, ReadOnlyError } from './orm.ts';
import { grantRights } from './rights.ts';

/** The database's schema lacks migrations of this version. */
export class SchemaBehindError extends StartError {
  constructor(pending: string[]) {
    super(`The database lacks the migrations ${pending.join(', ')}. Run: npm run db:migrate`);
  }
}

/** The role of DATABASE_URL lacks rights. The message says which ones, and what to do. */
export class PermissionError extends StartError {}

/** A migration of this version. */
interface MigrationState {
  readonly name: string;
  /** When it was applied, in UTC (RFC 3339); undefined if it is pending. */
  readonly appliedAt: string | undefined;
}

/** The most attempts at the migrations, including the first. */
const maxAttempts = 5;

/**
 * Applies the pending migrations, all or none, and grants the roles of `deploy/roles.sql` their
 * rights, if these roles exist. Many instances may do this at once: one at a time gets the lock,
 * and the others then find no pending migration. Instances of the version before may be writing. A
 * deadlock, which needs another program's locks, is retried.
 *
 * @returns the names of the migrations that this call has applied
 * @throws DatabaseUnreachableError
 * @throws EncodingError
 * @throws PermissionError when the role of the URL may not change the schema
 * @throws ReadOnlyError
 */
export async function migrate(url: string, logger: Logger): Promise<string[]> {
  // One connection holds the lock and runs the migrations. The migrator reads on the other one
  // before it begins.
  const orm = createOrm(url, 2, logger, migrationLimits);
  try {
    await assertReachable(orm);
    return await pRetry(() => applyPending(orm, logger), {
      retries: maxAttempts - 1,
      shouldRetry: ({ error }) => (error as { code?: unknown }).code === '40P01', // deadlock_detected
      minTimeout: 100,
      randomize: true,
    });
  } catch (error) {
    throw explainPermission(error, "may not change the schema. Run npm run db:migrate as the tables' owner");
  } finally {
    await closeOrm(orm); // a transaction whose connection broke never returns it to the pool
  }
}

async function applyPending(orm: Orm, logger: Logger): Promise<string[]> {
  return await orm.em.fork().transactional(async (em) => {
    // The role may be the service's, whose own limit is short.
    await em.execute(`set local statement_timeout = ${migrationLimits.queryMs}`);
    const [row] = await em.execute<[{ transaction_read_only: string }]>('show transaction_read_only');
    if (row.transaction_read_only === 'on') throw new ReadOnlyError();
    await lockForTransaction(em.getKysely(), locks.migration);
    if (pendingOf(await statesIn(em)).length > 0) await em.execute(lockSubmissions);
    const applied = await orm.migrator.up({ transaction: em.getTransactionContext() });
    await em.execute(grantRights);
    await validateConstraints(em, logger);
    return applied.map(({ name }) => name);
  });
}

/**
 * Locks the table that migrations alter most, before any of them takes a weaker lock on it:
 * programs that write would prevent it from becoming stronger, and both would wait for each other.
 * Whoever writes waits until the migrations are committed.
 */
const lockSubmissions = `
  do $$ begin
    if to_regclass('scheduled_submission') is not null then
      lock table scheduled_submission in access exclusive mode;
    end if;
  end $$`;

/**
 * Validates the constraints that a migration added as `not valid`. If submissions violate one, it
 * stays unvalidated, and their ids are logged.
 */
async function validateConstraints(em: EntityManager, logger: Logger): Promise<void> {
  const constraints: { name: string; condition: string }[] = await em.execute(`
    select quote_ident(conname) as name, pg_get_expr(conbin, conrelid) as condition from pg_constraint
    where conrelid = 'scheduled_submission'::regclass and contype = 'c' and not convalidated
    order by name`);
  for (const { name: constraint, condition } of constraints) {
    const rows: { id: string }[] = await em.execute(
      `select id from scheduled_submission where not (${condition}) order by id`,
    );
    if (rows.length === 0) await em.execute(`alter table scheduled_submission validate constraint ${constraint}`);
    else {
      const ids = rows.map(({ id }) => id);
      logger.warn({ constraint, ids }, 'submissions violate a constraint: correct or delete them, then run db:migrate');
    }
  }
}

/**
 * Lists every migration of this version, in order. Changes nothing. Requires only the right to read
 * `mikro_orm_migrations`.
 *
 * @throws DatabaseUnreachableError
 * @throws EncodingError
 * @throws PermissionError when the role may not read that table
 */
export async function migrationStates(orm: Orm): Promise<MigrationState[]> {
  await assertReachable(orm);
  return await statesIn(orm.em.fork());
}

async function statesIn(em: EntityManager): Promise<MigrationState[]> {
  const applied = await appliedMigrations(em);
  return migrations.map(({ name }) => ({ name, appliedAt: applied.find((row) => row.name === name)?.applied_at }));
}

/**
 * Lists the migrations of this version that the database lacks. Throws as `migrationStates` does.
 */
export async function pendingMigrations(orm: Orm): Promise<string[]> {
  return pendingOf(await migrationStates(orm));
}

function pendingOf(states: readonly MigrationState[]): string[] {
  return states.filter(({ appliedAt }) => appliedAt === undefined).map(({ name }) => name);
}

/**
 * Checks that no migration is pending. Changes nothing.
 *
 * @throws DatabaseUnreachableError
 * @throws EncodingError
 * @throws PermissionError when the role may not read which migrations have been applied
 * @throws SchemaBehindError when a migration of this version has not been applied
 */
export async function assertSchemaIsCurrent(orm: Orm): Promise<void> {
  const pending = await pendingMigrations(orm);
  if (pending.length > 0) throw new SchemaBehindError(pending);
}

async function appliedMigrations(em: EntityManager): Promise<{ name: string; applied_at: string }[]> {
  const [table] = await em.execute<[{ exists: boolean }]>(
    "select to_regclass('mikro_orm_migrations') is not null as exists",
  );
  if (!table.exists) return [];
  try {
    return await em.execute(`
      select name, to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as applied_at
      from mikro_orm_migrations`);
  } catch (error) {
    throw explainUnreadable(error);
  }
}

/**
 * Returns a PermissionError if the role may not read which migrations have been applied, and any
 * other error unchanged.
 */
export function explainUnreadable(error: unknown): unknown {
  return explainPermission(error, "lacks rights. Run npm run db:migrate as the tables' owner to grant them");
}

/** Returns a PermissionError for a missing right, and any other error unchanged. */
function explainPermission(error: unknown, explanation: string): unknown {
  const { code, message } = error as { code?: unknown; message: string };
  // SQLSTATE 42501 is insufficient_privilege
  if (code !== '42501') return error;
  return new PermissionError(`The role of DATABASE_URL ${explanation} (${message})`, { cause: error });
}
