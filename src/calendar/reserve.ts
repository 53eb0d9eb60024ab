import { IsolationLevel, TransactionPropagation } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CooldownViolation, translateError } from '../database/conflict.ts';
import { type Lock, lockForTransaction } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { cooldownState } from '../player/cooldown.ts';
import { latestSubmission } from '../player/eligibility.ts';
import type { Verse } from '../verse/validate.ts';
import { ConflictError, retryOnConflict } from './retry.ts';
import { earliestFreeDate } from './scan.ts';
import { bookableDates, type CalendarRules, type DateRange, utcDate, windowOf } from './window.ts';

/** Without it, all who look at the same calendar would try for the same date, and all but one in vain. */
const calendarLock: Lock = 727_002;

export type Reservation =
  | { readonly outcome: 'reserved'; readonly date: Temporal.PlainDate; readonly window: DateRange }
  | { readonly outcome: 'calendar full' }
  | { readonly outcome: 'on cooldown'; readonly cooldownEndsAt: Temporal.Instant };

export interface Calendar {
  /**
   * Reserves the earliest free date for a verse and stores the submission, in one transaction (check 7).
   *
   * "On cooldown" means that another request of the same player was faster. Like a full calendar, it stores nothing.
   *
   * @param now the instant of the submission: the calendar's today is its UTC date, the cooldown begins with it
   * @throws ConflictError when every attempt ended in a conflict, or whatever else failed; nothing is stored then
   */
  reserve(userId: string, verse: Verse, now: Temporal.Instant): Promise<Reservation>;
}

export function createCalendar(em: EntityManager, rules: CalendarRules): Calendar {
  async function attempt(userId: string, verse: Verse, now: Temporal.Instant): Promise<Reservation> {
    const today = utcDate(now);
    const bookable = bookableDates(today, rules);
    return await em.fork().transactional(
      async (transaction) => {
        await lockForTransaction(transaction, calendarLock);
        const date = earliestFreeDate(bookable, await reservedDates(transaction, bookable));
        if (date === undefined) return { outcome: 'calendar full' };
        await insert(transaction, userId, verse, date, now);
        return { outcome: 'reserved', date, window: windowOf(date, today, rules) };
      },
      { propagation: TransactionPropagation.REQUIRES_NEW, isolationLevel: IsolationLevel.READ_COMMITTED },
    );
  }

  /** The database refused the player: it knows until when, unless the other submission has been deleted since. */
  async function refused(userId: string, now: Temporal.Instant, violation: CooldownViolation): Promise<Reservation> {
    const cooldown = cooldownState(await latestSubmission(em.fork(), userId), now);
    if (cooldown.onCooldown) return { outcome: 'on cooldown', cooldownEndsAt: cooldown.cooldownEndsAt };
    throw new ConflictError('The submission that caused the cooldown is gone', { cause: violation });
  }

  return {
    reserve: (userId, verse, now) =>
      retryOnConflict(async () => {
        try {
          return await attempt(userId, verse, now);
        } catch (error) {
          const translated = translateError(error);
          if (translated instanceof CooldownViolation) return await refused(userId, now, translated);
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
  userId: string,
  verse: Verse,
  date: Temporal.PlainDate,
  now: Temporal.Instant,
) {
  await sql`
    insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
    values (${userId}, ${verse.bookId}, ${verse.chapter}, ${verse.verse}, ${date.toString()}, ${now.toString()})`.execute(
    em.getKysely(),
  );
}
