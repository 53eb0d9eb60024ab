import { type QueryExecutorProvider, sql } from 'kysely';
import { type CalendarTransaction, inCalendarTransaction } from '../calendar/transaction.ts';
import type { EntityManager } from '../database/orm.ts';
import { type Change, type Operator, recordChange } from './record.ts';

/** What a change works with. */
export interface ChangeContext extends CalendarTransaction {
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
 * Runs a change in a transaction of the calendar, and then tells of what it has recorded.
 *
 * @throws the error of the last attempt
 */
export async function changeCalendar<Result>(
  em: EntityManager,
  operator: Operator,
  observe: ObserveChange,
  change: (context: ChangeContext) => Promise<Result>,
): Promise<Result> {
  const { outcome, recorded } = await inCalendarTransaction(em, async (tx) => {
    const recorded: Change[] = [];
    const outcome = await change({
      ...tx,
      now: await later(tx.db, operator.now),
      async record(change) {
        await recordChange(tx.em, operator, change);
        recorded.push(change);
      },
    });
    return { outcome, recorded };
  });
  for (const change of recorded) observe({ ...change, ...operator });
  return outcome;
}

/** The later of an instant and the database's. */
async function later(db: QueryExecutorProvider, instant: Temporal.Instant): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from statement_timestamp()) * 1000)::double precision as now`.execute(db);
  const database = Math.floor(rows[0]?.now ?? 0);
  return database > instant.epochMilliseconds ? Temporal.Instant.fromEpochMilliseconds(database) : instant;
}
