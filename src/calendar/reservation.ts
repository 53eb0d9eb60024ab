import { type QueryExecutorProvider, sql } from 'kysely';
import { reservationLimits } from '../database/limits.ts';
import { lockForReservation, locks } from '../database/lock.ts';
import type { EntityManager } from '../database/orm.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import { type LatestSubmission, latestSubmission } from '../player/latest-submission.ts';
import type { Verse } from '../verse/validate.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, utcDate, windowOf, windowText } from './window.ts';

const { cooldown } = submitVerseOperation;

/** A valid verse that a player wants a date for. */
export interface Submission {
  readonly userId: string;
  readonly verse: Verse;
  /** Identifies the submission when a client that did not receive the response retries the request. */
  readonly idempotencyKey: string | undefined;
  /** The instant of the submission, at which the cooldown begins. */
  readonly now: Temporal.Instant;
}

/** A free date, and the text of its window. */
interface FreeDate {
  readonly date: Temporal.PlainDate;
  readonly windowText: string;
}

/** What became of a submission. */
export type Reservation =
  | { readonly outcome: 'reserved'; readonly date: string; readonly windowText: string }
  | { readonly outcome: 'calendar full' }
  | { readonly outcome: 'on cooldown'; readonly latest: LatestSubmission };

/**
 * Reserves the earliest free dates for submissions, in their order, and stores them, all in one transaction. Of two submissions by one
 * player, only the first can get a date. The calendar's today is the UTC date of the last submission.
 *
 * @returns the outcome of each submission, in their order
 * @throws the database's error if it rejects any submission; then nothing is stored
 */
export async function reserveDates(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
  limits = reservationLimits,
): Promise<Reservation[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  // Kysely's transaction: the EntityManager's never returns its connection to the pool if the connection breaks while the
  // transaction begins or ends (https://github.com/kysely-org/kysely/issues/1990).
  return await em
    .fork()
    .getKysely()
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await lockForReservation(transaction, locks.calendar, limits);
      const dates = await freeDates(transaction, bookableDates(today, rules), submissions.length);
      const free = dates.map((date) => ({ date, windowText: windowText(windowOf(date, today, rules)) }));
      return await insert(transaction, submissions, free);
    });
}

/**
 * One statement skips players on cooldown and a player's second submission, and assigns the free dates to the others in order. If the
 * calendar is full, it is full for both submissions of one player.
 */
async function insert(
  transaction: QueryExecutorProvider,
  submissions: readonly Submission[],
  free: readonly FreeDate[],
): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`
    with request as (
      select *
      from unnest(
        ${submissions.map(({ userId }) => userId)}::text[],
        ${submissions.map(({ verse }) => verse.bookId)}::text[],
        ${submissions.map(({ verse }) => verse.chapter)}::integer[],
        ${submissions.map(({ verse }) => verse.verse)}::integer[],
        ${submissions.map(({ now }) => now.toString())}::timestamptz[],
        ${submissions.map(({ idempotencyKey }) => idempotencyKey ?? null)}::text[]
      ) with ordinality as submitted (user_id, book_id, chapter, verse, created_at, idempotency_key, position)
    ), accepted as ( -- each player's first, unless the player is on cooldown
      select *, row_number() over (order by position) as rank
      from (select distinct on (user_id) * from request order by user_id, position) as earliest
      where (
        (
          select max(created_at) from scheduled_submission where user_id = earliest.user_id and not cooldown_ended
        ) + ${cooldown}::interval > earliest.created_at
      ) is not true
    ), stored as (
      insert into scheduled_submission
        (user_id, book_id, chapter, verse, created_at, idempotency_key, scheduled_date, window_text)
      select user_id, book_id, chapter, verse, created_at, idempotency_key, free.date, free.window_text
      from accepted
      join unnest(
        ${free.map(({ date }) => date.toString())}::date[],
        ${free.map((date) => date.windowText)}::text[]
      ) with ordinality as free (date, window_text, rank) using (rank)
      returning *
    )
    select
      case
        when accepted.user_id is null then 'on cooldown'
        when stored.user_id is null then 'calendar full'
        when request.position > accepted.position then 'on cooldown'
        else 'reserved'
      end as outcome,
      to_char(stored.scheduled_date, 'YYYY-MM-DD') as date,
      stored.window_text as "windowText",
      case
        when accepted.user_id is null then ${latestSubmission('scheduled_submission')}
        when request.position > accepted.position then ${latestSubmission('stored')}
      end as latest
    from request left join accepted using (user_id) left join stored using (user_id)
    order by request.position`.execute(transaction);
  return rows;
}
