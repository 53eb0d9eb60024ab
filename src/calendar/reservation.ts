import { inTransaction } from '../database/in-transaction.ts';
import { reservationLimits } from '../database/limits.ts';
import { lockForReservation, locks } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldown } from '../player/cooldown.ts';
import type { Reservation, StoredSubmission, Submission } from './assign.ts';
import { assignDates } from './assign-dates.ts';
import { type CalendarRules, utcDate } from './window.ts';

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
  limits = reservationLimits,
): Promise<readonly Reservation[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  return await inTransaction(em, async ({ em, transaction }) => {
    await lockForReservation(transaction, locks.calendar, limits);
    const latest = await latestSubmissions(em, submissions);
    const { reservations, rows } = await assignDates(transaction, today, rules, submissions, latest);
    if (rows.length > 0) await em.insertMany(ScheduledSubmission, [...rows]);
    return reservations;
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
