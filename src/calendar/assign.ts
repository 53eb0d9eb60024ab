import type { InferEntity } from '@mikro-orm/postgresql';
import type { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { LatestSubmission } from '../player/eligibility.ts';
import { cooldownState } from '../player/eligibility.ts';
import { isSameVerse, type Verse } from '../verse/validate.ts';
import { type CalendarRules, windowOf, windowText } from './window.ts';

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

/** The calendar as a reservation or a forecast finds it. */
export interface FoundCalendar {
  readonly today: Temporal.PlainDate;
  readonly rules: CalendarRules;
  /**
   * The earliest free dates, ascending, as numbers of days after today: one a verse, or with
   * `repeatDays` all of them, to be compared.
   */
  readonly free: readonly number[];
  /** With `repeatDays`, where the verses are already, on or near one of these dates. */
  readonly scheduled: readonly ScheduledVerse[];
}

export interface ScheduledVerse extends Verse {
  /** The number of days that its date is after today, negative before it. */
  readonly day: number;
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
 * Decides who gets which date: each submission in turn gets a date that is left, unless its player
 * is on cooldown. So of two submissions by one player, only the first can get a date, and a
 * calendar that is full is full for both.
 *
 * @param latest the latest submission of each of the players that has one and whose cooldown the
 *   operator has not ended
 */
export function assign(
  submissions: readonly Submission[],
  latest: readonly StoredSubmission[],
  calendar: FoundCalendar,
): Assignment {
  const nextDate = datesLeft(calendar);
  const latestOf = new Map(latest.map((stored) => [stored.userId, stored]));
  const rows: StoredSubmission[] = [];
  const reservations = submissions.map((submission): Reservation => {
    const stored = latestOf.get(submission.userId);
    const known = stored && latestSubmission(stored, submission.idempotencyKey);
    if (known && cooldownState(known, submission.now).onCooldown) return { outcome: 'on cooldown', latest: known };
    const date = nextDate(submission.verse);
    if (date === undefined) return { outcome: 'calendar full' };
    const text = windowText(windowOf(date, calendar.today, calendar.rules));
    const row = rowOf(submission, date, text);
    rows.push(row);
    latestOf.set(row.userId, row);
    return { outcome: 'reserved', date: date.toString(), windowText: text };
  });
  return { reservations, rows };
}

/**
 * Hands out each free date once: for a verse the earliest that is left without an equal verse
 * within `repeatDays` before or after it. If every free date has one so near, it gets the date that
 * is farthest from its nearest equal verse, the earliest of several.
 */
export function datesLeft({
  today,
  rules,
  free,
  scheduled,
}: FoundCalendar): (verse: Verse) => Temporal.PlainDate | undefined {
  const left = [...free];
  const verses = [...scheduled];
  return (verse) => {
    const equal = verses.filter((other) => isSameVerse(other, verse)).map(({ day }) => day);
    const farthest = findFarthest(left, equal, rules.repeatDays);
    if (farthest === undefined) return undefined;
    left.splice(farthest.index, 1);
    verses.push({ ...verse, day: farthest.day });
    return today.add({ days: farthest.day });
  };
}

/**
 * The first of some days that is more than `repeatDays` from each equal verse or, if none is, the
 * first of those that are farthest from their nearest one; undefined without any day.
 *
 * @param days ascending
 * @param equal the days of equal verses
 */
function findFarthest(
  days: readonly number[],
  equal: readonly number[],
  repeatDays: number,
): { readonly day: number; readonly index: number } | undefined {
  const others = equal.toSorted((a, b) => a - b);
  let farthest: { day: number; index: number; distance: number } | undefined;
  // Both lists ascend, so one walk along both is enough.
  let next = 0;
  for (const [index, day] of days.entries()) {
    while ((others[next] ?? Infinity) < day) next++;
    const distance = Math.min(day - (others[next - 1] ?? -Infinity), (others[next] ?? Infinity) - day);
    if (distance > repeatDays) return { day, index };
    if (farthest === undefined || distance > farthest.distance) farthest = { day, index, distance };
  }
  return farthest;
}

function rowOf(
  { userId, verse: { bookId, chapter, verse }, idempotencyKey, now }: Submission,
  scheduledDate: Temporal.PlainDate,
  windowText: string,
): StoredSubmission {
  const stored = { userId, bookId, chapter, verse, createdAt: now, idempotencyKey: idempotencyKey ?? null };
  return { ...stored, scheduledDate, movedFrom: null, windowText };
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
