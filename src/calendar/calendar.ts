import { inBatches, rejectsRow } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { type Accepting, createAccepting } from './accepting.ts';
import type { Reservation, Submission } from './assign.ts';
import { reserveDates } from './reservation.ts';
import { retryOnConflict } from './retry.ts';
import type { CalendarRules } from './window.ts';

/**
 * The most submissions in one transaction: few enough that another instance does not wait long for
 * the calendar's lock.
 */
const maxBatchSize = 100;

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

/** What became of a submission in its reservation; `failed` if the reservation threw an error. */
export type ReservationOutcome = Reservation['outcome'] | 'failed';

/**
 * Called after each reservation, once for each of its submissions, with the outcome and the
 * reservation's number of attempts.
 */
export type ObserveReservation = (outcome: ReservationOutcome, attempts: number) => void;

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
    try {
      const reservations = await retryOnConflict((attempt) => {
        attempts = attempt;
        return reserveDates(em, rules, submissions);
      });
      for (const { outcome } of reservations) observe(outcome, attempts);
      return reservations;
    } catch (error) {
      // Otherwise each is reserved alone.
      if (submissions.length === 1 || !rejectsRow(error)) for (const _ of submissions) observe('failed', attempts);
      throw error;
    }
  }

  return { reserve: inBatches(reserveTogether, maxBatchSize, limitMs), accepting: createAccepting(em, rules, clock) };
}
