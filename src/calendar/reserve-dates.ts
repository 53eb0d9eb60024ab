import { type Kysely, type Selectable, sql } from 'kysely';
import { type Lock, lockForReservation } from '../database/lock.ts';
import type { EntityManager, Tables } from '../database/orm.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import type { Verse } from '../verse/validate.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, utcDate, windowOf, windowText } from './window.ts';

/** Without it, two instances that look at the same calendar would try for the same dates, and one of them in vain. */
const calendarLock: Lock = 727_002;

const { cooldown } = submitVerseOperation;

/** A valid verse that a player wants a date for. */
export interface Submission {
  readonly userId: string;
  readonly verse: Verse;
  /** Names the submission, for a client that repeats a request because it did not get the response. */
  readonly idempotencyKey: string | undefined;
  /** The instant of the submission: the cooldown begins with it. */
  readonly now: Temporal.Instant;
}

export interface ScheduledDate {
  readonly date: Temporal.PlainDate;
  readonly windowText: string;
}

/**
 * Reserves the earliest free dates for submissions, in their order, and stores them, all in one transaction. Players who are on cooldown
 * get none, and of two submissions of one player only the first gets one. The calendar's today is the UTC date of the last submission.
 *
 * @returns the date of each submission that is stored, undefined for each that is not
 * @throws what the database rejects any of them for; nothing is stored then
 */
export async function reserveDates(
  em: EntityManager,
  rules: CalendarRules,
  submissions: readonly Submission[],
): Promise<(ScheduledDate | undefined)[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  // Kysely's transaction, since the EntityManager's never gives its connection back to the pool when that connection breaks off
  // while the transaction begins or ends: https://github.com/kysely-org/kysely/issues/1990
  return await em
    .fork()
    .getKysely()
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await lockForReservation(transaction, calendarLock);
      const dates = await freeDates(transaction, bookableDates(today, rules), submissions.length);
      const free = dates.map((date) => ({ date, windowText: windowText(windowOf(date, today, rules)) }));
      const stored = await insert(transaction, submissions, free);
      return submissions.map(({ userId }) => {
        const scheduled = stored.get(userId);
        stored.delete(userId); // the date is that of the player's first submission
        return scheduled;
      });
    });
}

/**
 * One statement, so that a player cannot come to be on cooldown between the check and the insert without a conflict.
 *
 * @returns what each player got, by the player's id
 */
async function insert(
  transaction: Kysely<Tables>,
  submissions: readonly Submission[],
  free: readonly ScheduledDate[],
): Promise<Map<string, ScheduledDate>> {
  const rows = await transaction
    .with('accepted', (db) =>
      db
        .selectFrom(submittedRows(submissions))
        .selectAll('submitted')
        .distinctOn('submitted.user_id')
        .where((eb) => {
          const latest = eb
            .selectFrom('scheduled_submission')
            .select(({ fn }) => fn.max('scheduled_submission.created_at').as('created_at'))
            .whereRef('scheduled_submission.user_id', '=', 'submitted.user_id');
          return sql<boolean>`(${latest} + ${cooldown}::interval > ${eb.ref('submitted.created_at')}) is not true`;
        })
        .orderBy('submitted.user_id')
        .orderBy('submitted.position'),
    )
    .with('ranked', (db) =>
      db
        .selectFrom('accepted')
        .selectAll('accepted')
        .select(({ fn }) =>
          fn
            .agg<string>('row_number')
            .over((over) => over.orderBy('accepted.position'))
            .as('rank'),
        ),
    )
    .insertInto('scheduled_submission')
    .columns(columns)
    .expression((db) =>
      db
        .selectFrom('ranked')
        .innerJoin(freeRows(free), (join) => join.onRef('free.rank', '=', 'ranked.rank'))
        .select(columns),
    )
    .returning(['user_id', 'window_text', sql<string>`to_char(scheduled_date, 'YYYY-MM-DD')`.as('date')])
    .execute();
  return new Map(
    rows.map(({ user_id, window_text, date }) => [
      user_id,
      { date: Temporal.PlainDate.from(date), windowText: window_text ?? '' },
    ]),
  );
}

const columns = [
  'user_id',
  'book_id',
  'chapter',
  'verse',
  'created_at',
  'idempotency_key',
  'scheduled_date',
  'window_text',
] as const;
type Row = Tables['scheduled_submission'];

function submittedRows(submissions: readonly Submission[]) {
  type Submitted = Pick<Row, 'user_id' | 'book_id' | 'chapter' | 'verse' | 'created_at' | 'idempotency_key'>;
  return sql<Selectable<Submitted> & { position: string }>`unnest(
    ${submissions.map(({ userId }) => userId)}::text[],
    ${submissions.map(({ verse }) => verse.bookId)}::text[],
    ${submissions.map(({ verse }) => verse.chapter)}::integer[],
    ${submissions.map(({ verse }) => verse.verse)}::integer[],
    ${submissions.map(({ now }) => now.toString())}::timestamptz[],
    ${submissions.map(({ idempotencyKey }) => idempotencyKey ?? null)}::text[]
  ) with ordinality`.as<'submitted'>(
    sql`submitted (user_id, book_id, chapter, verse, created_at, idempotency_key, position)`,
  );
}

function freeRows(free: readonly ScheduledDate[]) {
  return sql<Selectable<Pick<Row, 'scheduled_date' | 'window_text'>> & { rank: string }>`unnest(
    ${free.map(({ date }) => date.toString())}::date[],
    ${free.map(({ windowText }) => windowText)}::text[]
  ) with ordinality`.as<'free'>(sql`free (scheduled_date, window_text, rank)`);
}
