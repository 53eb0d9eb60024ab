import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import pRetry from 'p-retry';
import { RetryLater } from '../database/isolate.ts';
import { reservationLimits, responseMs } from '../database/limits.ts';
import { locks } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { sqlState, sqlStates } from '../database/sqlstate.ts';

/** A transaction of Kysely, for statements, and an EntityManager in it. */
export interface CalendarTransaction {
  readonly em: EntityManager;
  // biome-ignore lint/suspicious/noExplicitAny: MikroORM does not type the database for Kysely
  readonly db: Transaction<any>;
}

export interface TransactionOptions {
  /** In milliseconds. */
  readonly limits?: typeof reservationLimits | undefined;
  /** The most attempts, including the first; by default `maxAttempts`. */
  readonly attempts?: number;
  /** Called before each attempt with its number, from 1. */
  readonly onAttempt?: (attempt: number) => void;
  /** Called before the commit. If it throws, nothing is stored. */
  readonly beforeCommit?: () => void;
}

/** The most attempts at a transaction, including the first. */
export const maxAttempts = 5;

/** After these SQLSTATEs, the same transaction can succeed. */
const conflicts: ReadonlySet<string> = new Set([
  sqlStates.uniqueViolation, // the date is taken
  sqlStates.exclusionViolation, // another request of the player has just submitted a verse
  sqlStates.serializationFailure,
  sqlStates.deadlockDetected,
]);

/**
 * Runs work in a transaction (read committed) that holds the calendar's lock: no other reservation
 * and no change by an operator happens meanwhile. Another program, which does not know the lock,
 * can still cause a conflict; then the whole transaction is retried. Each retry waits for a short
 * random time, so competing transactions do not collide again.
 *
 * The transaction is Kysely's: the EntityManager's own never returns its connection to the pool if
 * the connection breaks while the transaction begins or ends
 * (https://github.com/kysely-org/kysely/issues/1990).
 *
 * @throws what the last attempt or its commit throws: nothing is stored, unless the database did not
 *   confirm the commit; RetryLater if others hold the lock too long. Only a conflict is retried.
 */
export async function inCalendarTransaction<Result>(
  em: EntityManager,
  work: (tx: CalendarTransaction) => Promise<Result>,
  { limits = reservationLimits, attempts = maxAttempts, onAttempt, beforeCommit }: TransactionOptions = {},
): Promise<Result> {
  const run = async (attempt: number) => {
    onAttempt?.(attempt);
    const forked = em.fork();
    const transaction = forked.getKysely().transaction().setIsolationLevel('read committed');
    return await transaction.execute(async (db) => {
      forked.setTransactionContext(db);
      await lockCalendar(db, limits);
      const result = await work({ em: forked, db });
      beforeCommit?.();
      return result;
    });
  };
  return await pRetry(run, {
    retries: attempts - 1,
    shouldRetry: ({ error }) => conflicts.has(sqlState(error)),
    maxRetryTime: responseMs, // after that, the response would be too late
    minTimeout: 5,
    factor: 2,
    randomize: true,
  });
}

/**
 * Waits within limits until no other transaction holds the calendar's lock. The limits hold until
 * the transaction ends. The same statement sets them: PgBouncer rejects them as connection
 * parameters, and would pass session settings on to other clients.
 *
 * @throws RetryLater when the lock times out
 */
async function lockCalendar(
  db: QueryExecutorProvider,
  { calendarMs, lockMs, statementMs, idleMs }: typeof reservationLimits,
): Promise<void> {
  const statement = sql`
    select set_config('lock_timeout', ${String(lockMs)}, true)
    from (
      select pg_advisory_xact_lock(${locks.calendar})
      from (
        select
          set_config('lock_timeout', ${String(calendarMs)}, true),
          set_config('statement_timeout', ${String(statementMs)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)
        offset 0
      ) as limits
      offset 0
    ) as locked`;
  try {
    await statement.execute(db);
  } catch (error) {
    if (sqlState(error) !== sqlStates.lockNotAvailable) throw error;
    throw new RetryLater('The calendar is locked', { cause: error });
  }
}
