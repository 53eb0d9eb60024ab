import { type Kysely, type Selectable, sql } from 'kysely';
import { type Lock, lockForReservation } from '../database/lock.ts';
import type { EntityManager, Tables } from '../database/orm.ts';
import { submitVerseOperation } from '../generated/operations.ts';
import type { Verse } from '../verse/validate.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, utcDate, windowOf, windowText } from './window.ts';

/** Without this lock, two instances would find the same free dates, and one of them would conflict. */
const calendarLock: Lock = 727_002;

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

export interface ScheduledDate {
  readonly date: Temporal.PlainDate;
  readonly windowText: string;
}

/** The reserved date, or why there is none. */
export type Outcome = ScheduledDate | 'calendar full' | 'on cooldown';

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
): Promise<Outcome[]> {
  const today = utcDate((submissions.at(-1) as Submission).now);
  // Kysely's transaction: the EntityManager's never returns its connection to the pool if the connection breaks while the
  // transaction begins or ends (https://github.com/kysely-org/kysely/issues/1990).
  return await em
    .fork()
    .getKysely()
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await lockForReservation(transaction, calendarLock);
      const dates = await freeDates(transaction, bookableDates(today, rules), submissions.length);
      const free = dates.map((date) => ({ date, windowText: windowText(windowOf(date, today, rules)) }));
      const outcomes = await insert(transaction, submissions, free);
      return submissions.map(({ userId }) => {
        const outcome = outcomes.get(userId) ?? 'on cooldown';
        if (outcome !== 'calendar full') outcomes.delete(userId); // the player's first submission got the date
        return outcome;
      });
    });
}

/**
 * One statement skips players on cooldown and a player's second submission, and assigns the free dates to the others in order.
 *
 * @returns the outcome for each player who is not on cooldown, by the player's id
 */
async function insert(
  transaction: Kysely<Tables>,
  submissions: readonly Submission[],
  free: readonly ScheduledDate[],
): Promise<Map<string, Exclude<Outcome, 'on cooldown'>>> {
  const rows = await transaction
    .with('first', (db) =>
      db
        .selectFrom(submittedRows(submissions))
        .selectAll('submitted')
        .distinctOn('submitted.user_id')
        .orderBy('submitted.user_id')
        .orderBy('submitted.position'),
    )
    .with('accepted', (db) =>
      db
        .selectFrom('first')
        .selectAll('first')
        .select(({ fn }) =>
          fn
            .agg<string>('row_number')
            .over((over) => over.orderBy('first.position'))
            .as('rank'),
        )
        .where((eb) => {
          const latest = eb
            .selectFrom('scheduled_submission')
            .select(({ fn }) => fn.max('scheduled_submission.created_at').as('created_at'))
            .whereRef('scheduled_submission.user_id', '=', 'first.user_id');
          return sql<boolean>`(${latest} + ${cooldown}::interval > ${eb.ref('first.created_at')}) is not true`;
        }),
    )
    .with('stored', (db) =>
      db
        .insertInto('scheduled_submission')
        .columns(columns)
        .expression((from) =>
          from
            .selectFrom('accepted')
            .innerJoin(freeRows(free), (join) => join.onRef('free.rank', '=', 'accepted.rank'))
            .select(columns),
        )
        .returning(['user_id', sql<string>`to_char(scheduled_date, 'YYYY-MM-DD')`.as('date'), 'window_text']),
    )
    .selectFrom('accepted')
    .leftJoin('stored', 'stored.user_id', 'accepted.user_id')
    .select(['accepted.user_id', 'stored.date', 'stored.window_text'])
    .execute();
  return new Map(
    rows.map(({ user_id, date, window_text: windowText }) => [
      user_id,
      date === null || windowText === null ? 'calendar full' : { date: Temporal.PlainDate.from(date), windowText },
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
