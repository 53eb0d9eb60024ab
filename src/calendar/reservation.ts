import { BeginAgain, type IsOver, inBatches, TimeLimitError } from '../database/batches.ts';
import { askingIfDeferred, isLockTimeout, rejectsRow, storeTogether } from '../database/isolate.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldown } from '../player/eligibility.ts';
import type { Assignment, Reservation, StoredSubmission, Submission } from './assign.ts';
import { assignDates } from './assign-dates.ts';
import { type Accepting, createAccepting } from './free-dates.ts';
import { type CalendarTransaction, inCalendarTransaction, isConflict, type TransactionOptions } from './transaction.ts';
import { type CalendarRules, utcDate } from './window.ts';

/**
 * The most submissions in one transaction: few enough that another instance does not wait long for
 * the calendar's lock.
 */
const maxBatchSize = 100;

/** What became of a submission in its reservation; `failed` if the reservation threw an error. */
export type ReservationOutcome = Reservation['outcome'] | 'failed';

/**
 * Called after each reservation, once for each of its submissions, with the outcome and the
 * reservation's number of attempts.
 */
export type ObserveReservation = (outcome: ReservationOutcome, attempts: number) => void;

export interface Calendar {
  /**
   * Reserves a free date for a verse and stores the submission, in one transaction (check 7).
   * Submissions that arrive while a reservation is in progress share the next transaction. After a
   * conflict the whole transaction is retried; if it fails, it fails for all of them. If the
   * database rejects the row of one, the others are stored nevertheless, as if it had not been
   * there. One that waits for another program's transaction begins again behind the others.
   *
   * "On cooldown" means that another request of the same player was faster. As with a full
   * calendar, nothing is stored.
   *
   * @throws the error of the last attempt, or TimeLimitError
   */
  reserve(submission: Submission): Promise<Reservation>;

  /**
   * Whether the calendar has a free date. The result may be a second old, because only a
   * reservation decides.
   */
  accepting(): Promise<Accepting>;
}

/** @param limitMs how long a submission waits for its reservation; by default `responseMs` */
export function createCalendar(
  em: EntityManager,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
  observe: ObserveReservation,
  limitMs?: number,
): Calendar {
  async function reserveTogether(
    submissions: readonly Submission[],
    isOver: IsOver,
  ): Promise<readonly (Reservation | Error)[]> {
    let attempts = 0;
    const onAttempt = () => {
      if (submissions.every((_, index) => isOver(index))) throw new TimeLimitError('It is too late for the batch');
      attempts++;
    };
    const observed = (outcome: Reservation | Error) => {
      observe(outcome instanceof Error ? 'failed' : outcome.outcome, attempts);
      return outcome;
    };
    const again = (error: Error) => new BeginAgain(error.message, { cause: error });
    try {
      const outcomes = await reserveDates(em, rules, submissions, { isOver, onAttempt });
      return outcomes.map((outcome) => (isLockTimeout(outcome) ? again(outcome as Error) : observed(outcome)));
    } catch (error) {
      if (isLockTimeout(error)) return submissions.map(() => again(error as Error));
      for (const _ of submissions) observe('failed', attempts);
      throw error;
    }
  }

  return {
    reserve: inBatches(reserveTogether, maxBatchSize, limitMs),
    accepting: createAccepting(em, rules, clock),
  };
}

interface ReservationOptions extends TransactionOptions {
  readonly isOver?: IsOver;
}

/**
 * Reserves free dates for submissions, in their order, and stores them, all in one transaction. The
 * calendar's today is the UTC date of the last submission.
 *
 * @returns the outcome of each submission, in their order; an error if the database rejects its
 *   row, or if it waits for another transaction
 * @throws any other error, and that of a submission that is alone; then nothing is stored
 */
export async function reserveDates(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
  { isOver = () => false, ...options }: ReservationOptions = {},
): Promise<readonly (Reservation | Error)[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  const reserve = async ({ em, db, isLastAttempt }: CalendarTransaction, asksDeferred: boolean) => {
    const isRejection = (error: unknown) =>
      isLockTimeout(error) || (rejectsRow(error) && (isLastAttempt || !isConflict(error)));
    let planned: readonly Planned[] = [];
    /** What becomes of submissions. It is read anew only if one before them has not been stored. */
    const plan = async (part: readonly Submission[]) => {
      if (!part.every((submission, index) => submission === planned[index]?.submission)) {
        const end = submissions.indexOf(part.at(-1) as Submission) + 1;
        const rest = [...part, ...submissions.slice(end).filter((_, index) => !isOver(end + index))];
        const latest = await latestSubmissions(em, rest);
        planned = inOrder(rest, await assignDates(db, today, rules, rest, latest));
      }
      return planned.slice(0, part.length);
    };
    return await storeTogether(
      db,
      submissions,
      async (part, undoably) => {
        const outcomes = await plan(part);
        const rows = outcomes.flatMap(({ row }) => row ?? []);
        if (rows.length > 0) await undoably(() => em.insertMany(ScheduledSubmission, rows));
        planned = planned.slice(part.length);
        return outcomes.map(({ reservation }) => reservation);
      },
      { isOver, asksDeferred, isRejection },
    );
  };
  return await askingIfDeferred(submissions.length, (asksDeferred) =>
    inCalendarTransaction(em, (tx) => reserve(tx, asksDeferred), options),
  );
}

/** A submission with what becomes of it, and what is to be stored. */
interface Planned {
  readonly submission: Submission;
  readonly reservation: Reservation;
  readonly row: StoredSubmission | undefined;
}

function inOrder(submissions: readonly Submission[], { reservations, rows }: Assignment): Planned[] {
  const next = rows.values();
  return submissions.map((submission, index) => {
    const reservation = reservations[index] as Reservation;
    return { submission, reservation, row: reservation.outcome === 'reserved' ? next.next().value : undefined };
  });
}

/**
 * The submissions that may cause a cooldown of these players. There is one a player, or more with
 * an instant in the future: the latest is last.
 */
async function latestSubmissions(
  em: EntityManager,
  submissions: readonly Submission[],
): Promise<readonly StoredSubmission[]> {
  const instants = submissions.map(({ now }) => now).sort(Temporal.Instant.compare);
  return await em.find(
    ScheduledSubmission,
    {
      userId: { $in: submissions.map(({ userId }) => userId) },
      createdAt: { $gt: (instants[0] as Temporal.Instant).subtract(cooldown) },
      cooldownEnded: false,
    },
    { orderBy: { createdAt: 'asc' } },
  );
}
