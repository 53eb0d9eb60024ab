import { type QueryExecutorProvider, sql } from 'kysely';
import { retryOnConflict } from '../calendar/retry.ts';
import { type InTransaction, inTransaction } from '../database/in-transaction.ts';
import { lockForReservation, locks } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { type Change, type Operator, recordChange } from './record.ts';

/** What a change works with. */
export interface Work extends InTransaction {
  /**
   * By the later of the instance's and the database's clocks: whichever is slow, no date becomes
   * changeable again.
   */
  readonly now: Temporal.Instant;
  /** Adds the change to the record. */
  record(change: Change): Promise<void>;
}

/** Called after each change that has been stored, with what the record has of it. */
export type ObserveChange = (change: Change & Operator) => void;

/**
 * Runs a change in a transaction of its own, which holds the calendar's lock: no reservation and no
 * other change happens meanwhile. Another program, which does not know the lock, can still cause a
 * conflict; then the whole transaction is retried.
 *
 * @throws the error of the last attempt
 */
export async function changeCalendar<Result>(
  em: EntityManager,
  operator: Operator,
  observe: ObserveChange,
  work: (given: Work) => Promise<Result>,
): Promise<Result> {
  const { outcome, recorded } = await retryOnConflict(async () => {
    const recorded: Change[] = [];
    const outcome = await inTransaction(em, async ({ em, transaction }) => {
      await lockForReservation(transaction, locks.calendar);
      return await work({
        em,
        transaction,
        now: await later(transaction, operator.now),
        async record(change) {
          await recordChange(em, operator, change);
          recorded.push(change);
        },
      });
    });
    return { outcome, recorded };
  });
  for (const change of recorded) observe({ ...change, ...operator });
  return outcome;
}

/** The later of an instant and the database's. */
async function later(transaction: QueryExecutorProvider, instant: Temporal.Instant): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from statement_timestamp()) * 1000)::double precision as now`.execute(transaction);
  const database = Math.floor(rows[0]?.now ?? 0);
  return database > instant.epochMilliseconds ? Temporal.Instant.fromEpochMilliseconds(database) : instant;
}
