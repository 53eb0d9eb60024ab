import { CooldownViolation, isAboutRow, translateError } from '../database/conflict.ts';
import { gather } from '../database/gather.ts';
import type { EntityManager } from '../database/orm.ts';
import { type CooldownState, cooldownState } from '../player/cooldown.ts';
import { type LatestSubmission, latestSubmission } from '../player/latest-submission.ts';
import { reserveTogether, type ScheduledDate, type Submission } from './reserve-together.ts';
import { ConflictError, maxAttempts, retryOnConflict } from './retry.ts';
import type { CalendarRules } from './window.ts';

/** The most submissions in one transaction: few enough that those of another instance do not wait long for the calendar. */
const maxBatchSize = 100;

export type Reservation =
  | ({ readonly outcome: 'reserved' } & ScheduledDate)
  | { readonly outcome: 'calendar full' }
  | ({ readonly outcome: 'on cooldown' } & Extract<CooldownState<LatestSubmission>, { onCooldown: true }>);

export interface Calendar {
  /**
   * Reserves the earliest free date for a verse and stores the submission, in one transaction (check 7). Submissions that
   * arrive at the same time share a transaction; what is wrong with one of them touches no other.
   *
   * "On cooldown" means that another request of the same player was faster. Like a full calendar, it stores nothing.
   *
   * @throws ConflictError when every attempt ended in a conflict, or whatever else failed; nothing is stored then
   */
  reserve(submission: Submission): Promise<Reservation>;
}

/** @param observeAttempts is told of each reservation, however it ended, how often it was tried */
export function createCalendar(
  em: EntityManager,
  rules: CalendarRules,
  observeAttempts: (attempts: number) => void,
): Calendar {
  async function reserveBatch(submissions: readonly Submission[]): Promise<(Reservation | Error)[]> {
    if (submissions.length > 1) {
      let ended = true;
      try {
        return toReservations(await reserveTogether(em, rules, submissions));
      } catch (error) {
        ended = !isAboutRow(error);
        if (ended) throw error;
      } finally {
        if (ended) for (const _ of submissions) observeAttempts(1);
      }
    }
    // That was the first attempt, for those who shared it. Now each is alone with what is wrong with it.
    const attempts = submissions.length > 1 ? maxAttempts - 1 : maxAttempts;
    const reservations = await Promise.allSettled(submissions.map((submission) => reserveAlone(submission, attempts)));
    return reservations.map((settled) => (settled.status === 'fulfilled' ? settled.value : settled.reason));
  }

  function reserveAlone(submission: Submission, attempts: number): Promise<Reservation> {
    let attempt = maxAttempts - attempts;
    return retryOnConflict(attempts, async () => {
      attempt += 1;
      try {
        const [reservation] = toReservations(await reserveTogether(em, rules, [submission]));
        return reservation as Reservation;
      } catch (error) {
        const translated = translateError(error);
        if (translated instanceof CooldownViolation) return await refused(submission, translated);
        throw translated;
      }
    }).finally(() => observeAttempts(attempt));
  }

  /** The database refused the player: it knows until when, unless the other submission has been deleted since. */
  async function refused({ userId, now }: Submission, violation: CooldownViolation): Promise<Reservation> {
    const cooldown = cooldownState(await latestSubmission(em.fork(), userId), now);
    if (cooldown.onCooldown) return { outcome: 'on cooldown', ...cooldown };
    throw new ConflictError('The submission that caused the cooldown is gone', { cause: violation });
  }

  return { reserve: gather(reserveBatch, maxBatchSize) };
}

function toReservations(scheduled: readonly (ScheduledDate | undefined)[]): Reservation[] {
  return scheduled.map((date) =>
    date === undefined ? { outcome: 'calendar full' } : { outcome: 'reserved', ...date },
  );
}
