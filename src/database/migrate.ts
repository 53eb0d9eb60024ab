import { DriverException, IsolationLevel } from '@mikro-orm/postgresql';
import pRetry from 'p-retry';
import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { migrationLimits, migrationLockLimits } from './limits.ts';
import { copyFormerList, formerList } from './list-of-1.4.0.ts';
import { locks } from './lock.ts';
import { migrations, migrationsTable } from './migrations/index.ts';
import {
  assertReachable,
  closeOrm,
  createOrm,
  type EntityManager,
  explainUnreachable,
  firstLine,
  type Orm,
  ReadOnlyError,
} from './orm.ts';
import { grantRights } from './rights.ts';
import { sqlState, sqlStates } from './sqlstate.ts';

/** The schema lacks migrations of this version. Sessions of another role may have another schema. */
export class SchemaBehindError extends StartError {
  constructor(pending: string[], schema?: string) {
    const where = schema === undefined ? '' : ` in the schema ${schema}`;
    super(`The database lacks the migrations ${pending.join(', ')}${where}. Run: npm run db:migrate`);
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

/** The most attempts at the migrations after deadlocks, including the first. */
const maxAttempts = 5;

/**
 * Applies the pending migrations, all or none, and grants the roles of `deploy/roles.sql` their
 * rights, if these roles exist. Many instances may do this at once: one at a time gets the lock,
 * and the others then find no pending migration. Instances of the version before may be writing. A
 * deadlock, which needs another program's locks, is retried, and so is a wait for a lock.
 *
 * @param lockLimits for the locks of tables, in milliseconds
 * @returns the names of the migrations that this call has applied
 * @throws StartError that says why nothing has been changed
 */
export async function migrate(url: string, logger: Logger, lockLimits = migrationLockLimits): Promise<string[]> {
  // One connection holds the lock and runs the migrations. The migrator reads on the other one
  // before it begins.
  const orm = createOrm(url, 2, logger, migrationLimits);
  try {
    await assertReachable(orm);
    return await pRetry(() => applyPending(orm, logger, lockLimits.lockMs), {
      retries: Number.POSITIVE_INFINITY,
      maxRetryTime: lockLimits.totalMs,
      shouldRetry: ({ error, attemptNumber }) =>
        sqlState(error) === sqlStates.lockNotAvailable ||
        (sqlState(error) === sqlStates.deadlockDetected && attemptNumber < maxAttempts),
      onFailedAttempt({ error, attemptNumber }) {
        if (sqlState(error) === sqlStates.lockNotAvailable && attemptNumber === 1)
          logger.warn({ err: error }, 'migrations wait for a lock');
      },
      minTimeout: 100,
      maxTimeout: 5_000,
      randomize: true,
    });
  } catch (error) {
    throw await explainFailure(orm, error);
  } finally {
    await closeOrm(orm); // a transaction whose connection broke never returns it to the pool
  }
}

async function applyPending(orm: Orm, logger: Logger, lockMs: number): Promise<string[]> {
  const work = async (em: EntityManager) => {
    await em.execute(setLimits);
    const [row] = await em.execute<[{ transaction_read_only: string }]>('show transaction_read_only');
    if (row.transaction_read_only === 'on') throw new ReadOnlyError();
    await em.execute(`select pg_advisory_xact_lock(${locks.migration})`);
    await em.execute(`set local lock_timeout = ${lockMs}`);
    await prepareSchema(orm, em);
    if (pendingOf(await statesIn(em)).length > 0) await em.execute(lockSubmissions);
    const applied = await orm.migrator.up({ transaction: em.getTransactionContext() });
    await em.execute(grantRights);
    await validateConstraints(em, logger);
    return applied.map(({ name }) => name);
  };
  // Each statement sees what another instance has committed while this one waited for the lock.
  return await orm.em.fork().transactional(work, { isolationLevel: IsolationLevel.READ_COMMITTED });
}

/**
 * Sets every limit in time that this version of PostgreSQL has: those of the role, which may be the
 * service's, and of the database are meant for requests.
 */
const setLimits = `
  select set_config(name, case name when 'statement_timeout' then '${migrationLimits.queryMs}' else '0' end, true)
  from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_session_timeout',
    'idle_in_transaction_session_timeout')`;

/**
 * Sends the migrator to the schema that the search path names first, and has it create its table
 * there, with what 1.4.0 has listed.
 *
 * @throws StartError when the tables are in a later schema of the path
 */
async function prepareSchema(orm: Orm, em: EntityManager): Promise<void> {
  const [{ schema, tables }] = await em.execute<[{ schema: string; tables: string | null }]>(`
    select current_schema() as schema, (
      select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where pg_class.oid = to_regclass('scheduled_submission')
    ) as tables`);
  if (tables !== null && tables !== schema) {
    throw new StartError(
      `The search path of DATABASE_URL begins with ${schema}, but ${tables} has the tables: name that schema first, or not at all`,
    );
  }
  if (schema.includes('.')) {
    throw new StartError(`The name of the schema ${schema} has a dot, which the migrator cannot use: rename it`);
  }
  orm.config.set('migrations', { ...orm.config.get('migrations'), schema });
  // The migrator does not see a table that the role has no right to, and would create it again.
  const list = await listOfMigrations(em);
  if (list !== null) await em.execute(`select from ${list} limit 1`);
  if ((await orm.migrator.getExecuted()).length === 0 && tables !== null) await copyFormerList(em);
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
 * `verses_migrations`.
 *
 * @throws StartError as `assertReachable` does; PermissionError when the role may not read that table
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
 * @throws SchemaBehindError; others as `migrationStates`
 */
export async function assertSchemaIsCurrent(orm: Orm): Promise<void> {
  const pending = await pendingMigrations(orm);
  if (pending.length === 0) return;
  const [{ schema }] = await orm.em.fork().execute<[{ schema: string }]>('select current_schema() as schema');
  throw new SchemaBehindError(pending, schema);
}

async function appliedMigrations(em: EntityManager): Promise<{ name: string; applied_at: string }[]> {
  try {
    const table = (await listOfMigrations(em)) ?? (await formerList(em));
    if (table === null) return [];
    return await em.execute(`
      select name, to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as applied_at
      from ${table}`);
  } catch (error) {
    throw explainUnreadable(error);
  }
}

/** The table that lists migrations, quoted; null if there is none. */
async function listOfMigrations(em: EntityManager): Promise<string | null> {
  const [{ list }] = await em.execute<[{ list: string | null }]>(
    `select to_regclass(format('%I.%I', current_schema(), '${migrationsTable}'))::text as list`,
  );
  return list;
}

/**
 * Returns a PermissionError if the role may not read which migrations have been applied, and
 * otherwise what `explainUnreachable` does.
 */
export function explainUnreadable(error: unknown): StartError {
  const advice = "lacks rights. Run npm run db:migrate as the tables' owner to grant them";
  return sqlState(error) === sqlStates.insufficientPrivilege
    ? permissionError(error, advice)
    : explainUnreachable(error);
}

function permissionError(error: unknown, advice: string): PermissionError {
  const { message } = error as Error;
  return new PermissionError(`The role of DATABASE_URL ${advice} (${firstLine(message)})`, { cause: error });
}

/** Returns a StartError for what PostgreSQL says, in one line that says what to do. */
async function explainFailure(orm: Orm, error: unknown): Promise<unknown> {
  if (!(error instanceof DriverException || error instanceof DatabaseError)) return error;
  const { message } = error;
  const state = sqlState(error);
  if (state === sqlStates.insufficientPrivilege)
    return permissionError(error, `may not change the schema. ${await whoMay(orm)}`);
  if (state !== sqlStates.lockNotAvailable)
    return new StartError(`The migrations failed: ${firstLine(message)}`, { cause: error });
  return new StartError(
    `The migrations waited too long: ${firstLine(message)}. Run npm run db:migrate again without a dump or a long transaction`,
    { cause: error },
  );
}

/** Says what lets the migrations change the schema. */
async function whoMay(orm: Orm): Promise<string> {
  const [{ owner, role, schema, database, mayCreate, hasExtension }] = await orm.em.fork().execute<
    [
      {
        /** Null if there is no table yet, or the role has the rights of their owner. */
        owner: string | null;
        role: string;
        schema: string;
        database: string;
        mayCreate: boolean;
        hasExtension: boolean;
      },
    ]
  >(`
    select
      (select quote_ident(pg_get_userbyid(relowner)) from pg_class
        where oid = to_regclass('scheduled_submission') and not pg_has_role(relowner, 'usage')) as owner,
      quote_ident(current_user) as role,
      quote_ident(current_schema()) as schema,
      quote_ident(current_database()) as database,
      has_schema_privilege(current_schema(), 'create') as "mayCreate",
      exists (select from pg_extension where extname = 'btree_gist') as "hasExtension"`);
  if (owner !== null)
    return `Run npm run db:migrate as ${owner}, which owns the tables, or transfer them first (docs/deploying.md)`;
  if (!mayCreate) return `As the schema's owner, run: grant create on schema ${schema} to ${role}`;
  if (hasExtension) return "Run npm run db:migrate as the tables' owner";
  return `As a superuser, run: create extension btree_gist; or as the database's owner: grant create on database ${database} to ${role}`;
}
