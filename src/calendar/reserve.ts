import { IsolationLevel, TransactionPropagation } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CooldownViolation, translateError } from '../database/conflict.ts';
import { type Lock, lockForTransaction } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { type CooldownState, cooldownState } from '../player/cooldown.ts';
import { type LatestSubmission, latestSubmission } from '../player/latest-submission.ts';
import type { Verse } from '../verse/validate.ts';
import { ConflictError, retryOnConflict } from './retry.ts';
import { earliestFreeDate } from './scan.ts';
import { bookableDates, type CalendarRules, type DateRange, utcDate, windowOf, windowText } from './window.ts';

/** Without it, all who look at the same calendar would try for the same date, and all but one in vain. */
const calendarLock: Lock = 727_002;

/** A valid verse that a player wants a date for. */
export interface Submission {
  readonly userId: string;
  readonly verse: Verse;
  /** Names the submission, for a client that repeats a request whose answer it did not get. */
  readonly idempotencyKey: string | undefined;
  /** The instant of the submission: the calendar's today is its UTC date, the cooldown begins with it. */
  readonly now: Temporal.Instant;
}

export type Reservation =
  | { readonly outcome: 'reserved'; readonly date: Temporal.PlainDate; readonly windowText: string }
  | { readonly outcome: 'calendar full' }
  | ({ readonly outcome: 'on cooldown' } & Extract<CooldownState<LatestSubmission>, { onCooldown: true }>);

export interface Calendar {
  /**
   * Reserves the earliest free date for a verse and stores the submission, in one transaction (check 7).
   *
   * "On cooldown" means that another request of the same player was faster. Like a full calendar, it stores nothing.
   *
   * @throws ConflictError when every attempt ended in a conflict, or whatever else failed; nothing is stored then
   */
  reserve(submission: Submission): Promise<Reservation>;
}

export function createCalendar(em: EntityManager, rules: CalendarRules): Calendar {
  async function attempt(submission: Submission): Promise<Reservation> {
    const today = utcDate(submission.now);
    const bookable = bookableDates(today, rules);
    return await em.fork().transactional(
      async (transaction) => {
        await lockForTransaction(transaction, calendarLock);
        const date = earliestFreeDate(bookable, await reservedDates(transaction, bookable));
        if (date === undefined) return { outcome: 'calendar full' };
        const text = windowText(windowOf(date, today, rules));
        await insert(transaction, submission, date, text);
        return { outcome: 'reserved', date, windowText: text };
      },
      { propagation: TransactionPropagation.REQUIRES_NEW, isolationLevel: IsolationLevel.READ_COMMITTED },
    );
  }

  /** The database refused the player: it knows until when, unless the other submission has been deleted since. */
  async function refused({ userId, now }: Submission, violation: CooldownViolation): Promise<Reservation> {
    const cooldown = cooldownState(await latestSubmission(em.fork(), userId), now);
    if (cooldown.onCooldown) return { outcome: 'on cooldown', ...cooldown };
    throw new ConflictError('The submission that caused the cooldown is gone', { cause: violation });
  }

  return {
    reserve: (submission) =>
      retryOnConflict(async () => {
        try {
          return await attempt(submission);
        } catch (error) {
          const translated = translateError(error);
          if (translated instanceof CooldownViolation) return await refused(submission, translated);
          throw translated;
        }
      }),
  };
}

async function reservedDates(em: EntityManager, { first, last }: DateRange): Promise<Temporal.PlainDate[]> {
  // to_char, since the text form of a date depends on the session's DateStyle
  const { rows } = await sql<{ date: string }>`
    select to_char(scheduled_date, 'YYYY-MM-DD') as date
    from scheduled_submission
    where scheduled_date between ${first.toString()}::date and ${last.toString()}::date
    order by scheduled_date`.execute(em.getKysely());
  return rows.map(({ date }) => Temporal.PlainDate.from(date));
}

async function insert(
  em: EntityManager,
  submission: Submission,
  date: Temporal.PlainDate,
  text: string,
): Promise<void> {
  const { userId, verse, idempotencyKey, now } = submission;
  await sql`
    insert into scheduled_submission
      (user_id, book_id, chapter, verse, scheduled_date, created_at, window_text, idempotency_key)
    values (
      ${userId}, ${verse.bookId}, ${verse.chapter}, ${verse.verse}, ${date.toString()}, ${now.toString()},
      ${text}, ${idempotencyKey ?? null}
    )`.execute(em.getKysely());
}
