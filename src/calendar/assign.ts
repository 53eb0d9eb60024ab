import type { InferEntity } from '@mikro-orm/postgresql';
import type { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { cooldownState } from '../player/cooldown.ts';
import type { LatestSubmission } from '../player/latest-submission.ts';
import type { Verse } from '../verse/validate.ts';

/** A valid verse that a player wants a date for. */
export interface Submission {
  readonly userId: string;
  readonly verse: Verse;
  /**
   * Identifies the submission when a client that did not receive the response retries the request.
   */
  readonly idempotencyKey: string | undefined;
  /** The instant of the submission, at which the cooldown begins. */
  readonly now: Temporal.Instant;
}

/** A free date, and the text of its window. */
export interface FreeDate {
  readonly date: Temporal.PlainDate;
  readonly windowText: string;
}

/** A submission that causes a cooldown, as the calendar stores it. */
export type StoredSubmission = Pick<
  InferEntity<typeof ScheduledSubmission>,
  | 'userId'
  | 'bookId'
  | 'chapter'
  | 'verse'
  | 'createdAt'
  | 'idempotencyKey'
  | 'scheduledDate'
  | 'movedFrom'
  | 'windowText'
>;

/** What became of a submission. */
export type Reservation =
  | { readonly outcome: 'reserved'; readonly date: string; readonly windowText: string }
  | { readonly outcome: 'calendar full' }
  | { readonly outcome: 'on cooldown'; readonly latest: LatestSubmission };

export interface Assignment {
  /** The outcome of each submission, in their order. */
  readonly reservations: readonly Reservation[];
  /** What is to be stored. */
  readonly rows: readonly StoredSubmission[];
}

/**
 * Decides who gets which date: each submission in turn gets the earliest date that is left, unless
 * its player is on cooldown. So of two submissions by one player, only the first can get a date,
 * and a calendar that is full is full for both.
 *
 * @param latest the latest submission of each of the players that has one and whose cooldown the
 *   operator has not ended
 * @param free dates, ascending
 */
export function assign(
  submissions: readonly Submission[],
  latest: readonly StoredSubmission[],
  free: readonly FreeDate[],
): Assignment {
  const latestOf = new Map(latest.map((stored) => [stored.userId, stored]));
  const rows: StoredSubmission[] = [];
  const reservations = submissions.map((submission): Reservation => {
    const stored = latestOf.get(submission.userId);
    const known = stored && latestSubmission(stored, submission.idempotencyKey);
    if (known && cooldownState(known, submission.now).onCooldown) return { outcome: 'on cooldown', latest: known };
    const next = free[rows.length];
    if (next === undefined) return { outcome: 'calendar full' };
    const row = rowOf(submission, next);
    rows.push(row);
    latestOf.set(row.userId, row);
    return { outcome: 'reserved', date: next.date.toString(), windowText: next.windowText };
  });
  return { reservations, rows };
}

function rowOf({ userId, verse, idempotencyKey, now }: Submission, { date, windowText }: FreeDate): StoredSubmission {
  const { bookId, chapter, verse: number } = verse;
  const of = { userId, bookId, chapter, verse: number, createdAt: now, idempotencyKey: idempotencyKey ?? null };
  return { ...of, scheduledDate: date, movedFrom: null, windowText };
}

/** What a request of the player may know of the latest submission. */
function latestSubmission(stored: StoredSubmission, key: string | undefined): LatestSubmission {
  const { bookId, chapter, verse, scheduledDate, movedFrom, windowText } = stored;
  const isRepeated = key !== undefined && key === stored.idempotencyKey && scheduledDate != null;
  const date = String(movedFrom ?? scheduledDate);
  return {
    submittedAt: stored.createdAt.epochMilliseconds,
    repeated: isRepeated ? { bookId, chapter, verse, date, windowText: windowText ?? null } : null,
  };
}
