import { inBatches } from '../database/batches.ts';
import type { How } from '../database/isolate.ts';
import { noWaitMs, reservationLimits } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldown } from '../player/eligibility.ts';
import { assign, type Reservation, type StoredSubmission, type Submission } from './assign.ts';
import { type Accepting, createAccepting, readCalendar } from './free-dates.ts';
import {
  type CalendarTransaction,
  inCalendarTransaction,
  maxAttempts,
  type TransactionOptions,
} from './transaction.ts';
import { type CalendarRules, utcDate } from './window.ts';

/**
 * The most submissions in one transaction: few enough that another instance does not wait long for
 * the calendar's lock.
 */
const maxBatchSize = 100;

/** What became of a submission; `failed` if it got an error, or none in time. */
export type ReservationOutcome = Reservation['outcome'] | 'failed';

/** What is measured. */
export interface ObserveReservations {
  /** Called once for each submission. */
  outcome(outcome: ReservationOutcome): void;
  /** Called after each reservation, which submissions share, with its number of attempts. */
  attempts(attempts: number): void;
}

export interface Calendar {
  /**
   * Reserves a free date for a verse and stores the submission, in one transaction (check 7).
   * Submissions that arrive while a reservation is in progress share the next transaction. After a
   * conflict the whole transaction is retried. If the database rejects the row of one, or its time
   * is over, the batch is divided (`isolate`): the others are stored as if it had not been there.
   * One that waits for another program's transaction is queued again, behind the others.
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
  observe: ObserveReservations,
  limitMs?: number,
): Calendar {
  const reserveTogether = async (submissions: readonly Submission[], { waits, retries, assertInTime }: How) => {
    let attempts = 0;
    const onAttempt = (attempt: number) => {
      attempts = attempt;
    };
    try {
      return await reserveDates(em, rules, submissions, {
        limits: waits ? reservationLimits : { ...reservationLimits, lockMs: noWaitMs },
        attempts: retries ? maxAttempts : 1,
        onAttempt,
        beforeCommit: assertInTime,
      });
    } finally {
      observe.attempts(attempts);
    }
  };
  const reserve = inBatches(reserveTogether, maxBatchSize, limitMs);

  return {
    async reserve(submission) {
      let outcome: ReservationOutcome = 'failed';
      try {
        const reservation = await reserve(submission);
        outcome = reservation.outcome;
        return reservation;
      } finally {
        observe.outcome(outcome);
      }
    },
    accepting: createAccepting(em, rules, clock),
  };
}

/**
 * Reserves free dates for submissions, in their order, and stores them, all in one transaction. The
 * calendar's today is the UTC date of the last submission.
 *
 * @returns the outcome of each submission, in their order
 * @throws as `inCalendarTransaction`
 */
export async function reserveDates(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
  options?: TransactionOptions,
): Promise<readonly Reservation[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  const verses = submissions.map(({ verse }) => verse);
  const reserve = async ({ em, db }: CalendarTransaction) => {
    const latest = await latestSubmissions(em, submissions);
    const calendar = await readCalendar(db, today, rules, verses);
    const { reservations, rows } = assign(submissions, latest, calendar);
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
