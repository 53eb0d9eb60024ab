import { inBatches, rejectsRow } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldown } from '../player/eligibility.ts';
import type { Reservation, StoredSubmission, Submission } from './assign.ts';
import { assignDates } from './assign-dates.ts';
import { type Accepting, createAccepting } from './free-dates.ts';
import { type CalendarTransaction, inCalendarTransaction, type TransactionOptions } from './transaction.ts';
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
   * conflict the whole transaction is retried; if it fails, it fails for all of them, unless the
   * database rejects the row of one: then each gets a transaction of its own.
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
  async function reserveTogether(submissions: readonly Submission[]): Promise<readonly Reservation[]> {
    let attempts = 0;
    const onAttempt = (attempt: number) => {
      attempts = attempt;
    };
    try {
      const reservations = await reserveDates(em, rules, submissions, { onAttempt });
      for (const { outcome } of reservations) observe(outcome, attempts);
      return reservations;
    } catch (error) {
      // Otherwise each is reserved alone.
      if (submissions.length === 1 || !rejectsRow(error)) for (const _ of submissions) observe('failed', attempts);
      throw error;
    }
  }

  return {
    reserve: inBatches(reserveTogether, maxBatchSize, limitMs),
    accepting: createAccepting(em, rules, clock),
  };
}

/**
 * Reserves free dates for submissions, in their order, and stores them, all in one transaction. The
 * calendar's today is the UTC date of the last submission.
 *
 * @returns the outcome of each submission, in their order
 * @throws the database's error if it rejects any submission; then nothing is stored
 */
export async function reserveDates(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
  options?: TransactionOptions,
): Promise<readonly Reservation[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  const reserve = async ({ em, db }: CalendarTransaction) => {
    const latest = await latestSubmissions(em, submissions);
    const { reservations, rows } = await assignDates(db, today, rules, submissions, latest);
    if (rows.length > 0) await em.insertMany(ScheduledSubmission, [...rows]);
    return reservations;
  };
  return await inCalendarTransaction(em, reserve, options);
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
