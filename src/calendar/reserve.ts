import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { createAccepting } from './accepting.ts';
import { type Reservation, reserveDates, type Submission } from './reserve-dates.ts';
import { retryOnConflict } from './retry.ts';
import type { CalendarRules } from './window.ts';

/** The most submissions in one transaction: few enough that another instance does not wait long for the calendar's lock. */
const maxBatchSize = 100;

export interface Calendar {
  /**
   * Reserves the earliest free date for a verse and stores the submission, in one transaction (check 7). Submissions that arrive while a
   * reservation is in progress share the next transaction. After a conflict the whole transaction is retried; if it fails, it fails for all
   * of them.
   *
   * "On cooldown" means that another request of the same player was faster. As with a full calendar, nothing is stored.
   *
   * @throws the error of the last attempt, or TimeLimitError
   */
  reserve(submission: Submission): Promise<Reservation>;

  /** Whether the calendar has a free date. The result may be a second old, because only a reservation decides. */
  isAccepting(now: Temporal.Instant): Promise<boolean>;
}

/** @param observeAttempts called after each reservation, successful or not, with its number of attempts */
export function createCalendar(
  em: EntityManager,
  rules: CalendarRules,
  observeAttempts: (attempts: number) => void,
): Calendar {
  const reserve = inBatches(async (submissions: readonly Submission[]) => {
    let attempts = 0;
    try {
      return await retryOnConflict((attempt) => {
        attempts = attempt;
        return reserveDates(em, rules, submissions);
      });
    } finally {
      for (const _ of submissions) observeAttempts(attempts);
    }
  }, maxBatchSize);

  return { reserve, isAccepting: createAccepting(em, rules) };
}
