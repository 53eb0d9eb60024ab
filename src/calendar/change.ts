import { type QueryExecutorProvider, sql } from 'kysely';
import { operatorLimits } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { isStorable } from '../database/storable.ts';
import { type Action, CalendarChange } from '../entities/calendar-change.ts';
import { type CalendarTransaction, inCalendarTransaction } from './transaction.ts';

/** What has been changed, as the record has it. It has no player's id. */
export interface Change {
  readonly action: Action;
  /** YYYY-MM-DD; for a move or a swap, the date from which the verse went, then the other. */
  readonly dates: readonly string[];
  readonly submission?: number | undefined;
  /** The other verse of a swap. */
  readonly otherSubmission?: number | undefined;
  readonly note?: string | undefined;
}

/** Who makes a change, and when. */
export interface Operator {
  /** The `sub` of the token. */
  readonly actor: string;
  /** The token's name of the operator, if it has one and the change keeps it. */
  readonly actorName?: string | undefined;
  readonly now: Temporal.Instant;
}

/** What a change works with. */
export interface ChangeContext extends CalendarTransaction {
  /** The `sub` of the operator's token. */
  readonly actor: string;
  /** The token's name of the operator; null if it has none that PostgreSQL can store. */
  readonly actorName: string | null;
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
 * Runs work in a transaction of the calendar, and then tells of what it has recorded.
 *
 * @throws the error of the last attempt
 */
export type ChangeCalendar = <Result>(
  operator: Operator,
  work: (context: ChangeContext) => Promise<Result>,
) => Promise<Result>;

/**
 * @param em connected as a role that may change the calendar
 * @returns a function that also throws for an operator whose id PostgreSQL cannot store
 */
export function createChangeCalendar(em: EntityManager, observe: ObserveChange): ChangeCalendar {
  return async (operator, work) => {
    const { actor, actorName: name = null } = operator;
    if (!isStorable(actor)) throw new Error("The database cannot hold the operator's id");
    const actorName = name !== null && isStorable(name) ? name : null;
    const change = async (tx: CalendarTransaction) => {
      const recorded: Change[] = [];
      const result = await work({
        ...tx,
        actor,
        actorName,
        now: await later(tx.db, operator.now),
        async record(change) {
          await recordChange(tx.em, { actor, actorName }, change);
          recorded.push(change);
        },
      });
      return { result, recorded };
    };
    const { result, recorded } = await inCalendarTransaction(em, change, { limits: operatorLimits });
    for (const change of recorded) observe({ ...change, ...operator });
    return result;
  };
}

/** Adds a change to the record, in the transaction that makes it. The instant is the database's. */
async function recordChange(
  em: EntityManager,
  { actor, actorName }: Pick<ChangeContext, 'actor' | 'actorName'>,
  { action, dates, submission, otherSubmission, note }: Change,
): Promise<void> {
  await em.insert(CalendarChange, {
    actor,
    // The puzzle's role has no right to this column, nor to that of the other submission.
    ...(actorName !== null && { actorName }),
    action,
    dates: dates.map((date) => Temporal.PlainDate.from(date)),
    submission: submission ?? null,
    ...(otherSubmission !== undefined && { otherSubmission }),
    note: note ?? null,
  });
}

/** The later of an instant and the database's. */
async function later(db: QueryExecutorProvider, instant: Temporal.Instant): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from statement_timestamp()) * 1000)::double precision as now`.execute(db);
  const database = Math.floor(rows[0]?.now ?? 0);
  return database > instant.epochMilliseconds ? Temporal.Instant.fromEpochMilliseconds(database) : instant;
}
