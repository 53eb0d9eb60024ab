import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldownState } from '../player/cooldown.ts';
import { createAccepting } from './accepting.ts';
import { reserveDates, type ScheduledDate, type Submission } from './reserve-dates.ts';
import { retryOnConflict } from './retry.ts';
import type { CalendarRules } from './window.ts';

/** The most submissions in one transaction: few enough that another instance does not wait long for the calendar's lock. */
const maxBatchSize = 100;

export type Reservation =
  | ({ readonly outcome: 'reserved' } & ScheduledDate)
  | { readonly outcome: 'calendar full' }
  | {
      readonly outcome: 'on cooldown';
      readonly cooldownEndsAt: Temporal.Instant;
      /** The submission that caused the cooldown. */
      readonly submission: ScheduledSubmission;
    };

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
  async function reserveBatch(submissions: readonly Submission[]): Promise<(Reservation | Promise<Reservation>)[]> {
    let attempts = 0;
    try {
      const outcomes = await retryOnConflict((attempt) => {
        attempts = attempt;
        return reserveDates(em, rules, submissions);
      });
      const latest = latestSubmissions();
      return outcomes.map((outcome, index) => {
        if (outcome === 'on cooldown') return onCooldown(submissions[index] as Submission, latest);
        return outcome === 'calendar full' ? { outcome } : { outcome: 'reserved', ...outcome };
      });
    } finally {
      for (const _ of submissions) observeAttempts(attempts);
    }
  }

  /** Looks up each player's latest submission once per batch, even if several of the batch's requests are the player's. */
  function latestSubmissions(): (userId: string) => Promise<ScheduledSubmission | null> {
    const found = new Map<string, Promise<ScheduledSubmission | null>>();
    return (userId) => {
      const latest =
        found.get(userId) ?? em.fork().findOne(ScheduledSubmission, { userId }, { orderBy: { createdAt: 'desc' } });
      found.set(userId, latest);
      return latest;
    };
  }

  async function onCooldown(
    { userId, now }: Submission,
    latest: (userId: string) => Promise<ScheduledSubmission | null>,
  ): Promise<Reservation> {
    const submission = await latest(userId);
    const cooldown = cooldownState(submission?.createdAt, now);
    if (submission && cooldown.onCooldown)
      return { outcome: 'on cooldown', cooldownEndsAt: cooldown.cooldownEndsAt, submission };
    throw new Error('The submission that caused the cooldown has been deleted meanwhile');
  }

  return { reserve: inBatches(reserveBatch, maxBatchSize), isAccepting: createAccepting(em, rules) };
}
