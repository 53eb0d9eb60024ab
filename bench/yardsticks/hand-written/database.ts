import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Creates missing tables, and lists the free dates up to the horizon, as a nightly job would. */
export async function prepareDatabase(pool: pg.Pool, leadDays: number, horizonDays: number): Promise<void> {
  await pool.query(await readFile(new URL('../schema.sql', import.meta.url), 'utf8'));
  await pool.query(await readFile(new URL('free-date.sql', import.meta.url), 'utf8'));
  await pool.query(
    `with today as (select (now() at time zone 'UTC')::date as date)
     insert into free_date
     select free.date from today, generate_series(today.date + $1::integer, today.date + $2::integer, '1 day') as free
     where not exists (select from scheduled_submission where scheduled_date = free.date)
     on conflict do nothing`,
    [leadDays, horizonDays],
  );
}

export interface Player {
  readonly solved: boolean;
  /** Milliseconds since the epoch; null for a player without a submission. */
  readonly submitted_at: string | null;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  readonly date: string;
  readonly idempotency_key: string | null;
}

/** Checks 4 and 5 in one prepared statement; null stands for a date that does not exist. */
export async function findPlayer(pool: pg.Pool, userId: string, localDate: string | null): Promise<Player> {
  const { rows } = await pool.query<Player>({
    name: 'find player',
    text: `
      select
        exists (select from daily_completion where anonymous_id = $1 and date = $2) as solved,
        ceil(extract(epoch from created_at) * 1000) as submitted_at,
        book_id as "bookId", chapter, verse, to_char(scheduled_date, 'YYYY-MM-DD') as date, idempotency_key
      from (values (1)) as one
      left join lateral (
        select * from scheduled_submission where user_id = $1 order by created_at desc limit 1
      ) as latest on true`,
    values: [userId, localDate],
  });
  return rows[0] as Player;
}

/** Whether a date is free, in one prepared statement. Other programs may have taken dates that are listed as free. */
export async function hasFreeDate(
  pool: pg.Pool,
  [first, last]: readonly [first: string, last: string],
): Promise<boolean> {
  const { rows } = await pool.query<{ accepting: boolean }>({
    name: 'has free date',
    text: `
      select exists (
        select from free_date
        where date between $1 and $2
          and not exists (select from scheduled_submission where scheduled_date = free_date.date)
      ) as accepting`,
    values: [first, last],
  });
  return rows[0]?.accepting === true;
}

export interface ListedSubmission {
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  readonly date: string;
  /** Milliseconds since the epoch. */
  readonly submitted_at: string;
}

/** The player's latest 100 submissions, newest first, in one prepared statement. */
export async function listSubmissions(pool: pg.Pool, userId: string): Promise<ListedSubmission[]> {
  const { rows } = await pool.query<ListedSubmission>({
    name: 'list submissions',
    text: `
      select
        book_id as "bookId", chapter, verse, to_char(scheduled_date, 'YYYY-MM-DD') as date,
        ceil(extract(epoch from created_at) * 1000) as submitted_at
      from scheduled_submission where user_id = $1 order by created_at desc limit 100`,
    values: [userId],
  });
  return rows;
}

export interface Submission {
  readonly userId: string;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  readonly createdAt: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Check 7 in one prepared statement, retried if another program has taken a date that is listed as free.
 *
 * @returns undefined if no date is free
 * @throws pg.DatabaseError with the constraint `cooldown` if another request of the player was faster
 */
export async function reserveDate(
  pool: pg.Pool,
  { userId, bookId, chapter, verse, createdAt, idempotencyKey }: Submission,
  [first, last]: readonly [first: string, last: string],
  attempts = 5,
): Promise<string | undefined> {
  try {
    const { rows } = await pool.query<{ date: string }>({
      name: 'reserve date',
      text: `
        with free as (
          delete from free_date
          where date = (
            select date from free_date where date between $7 and $8 order by date limit 1 for update skip locked
          )
          returning date
        )
        insert into scheduled_submission
          (user_id, book_id, chapter, verse, created_at, idempotency_key, scheduled_date)
        select $1, $2, $3, $4, $5, $6, date from free
        returning to_char(scheduled_date, 'YYYY-MM-DD') as date`,
      values: [userId, bookId, chapter, verse, createdAt, idempotencyKey, first, last],
    });
    return rows[0]?.date;
  } catch (error) {
    if ((error as pg.DatabaseError).constraint !== 'one_submission_a_date' || attempts === 1) throw error;
    await pool.query(
      'delete from free_date where exists (select from scheduled_submission where scheduled_date = free_date.date)',
    );
    return await reserveDate(
      pool,
      { userId, bookId, chapter, verse, createdAt, idempotencyKey },
      [first, last],
      attempts - 1,
    );
  }
}
