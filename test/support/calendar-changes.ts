import type pg from 'pg';
import { locks } from '../../src/database/lock.ts';

/**
 * The operator's changes of the calendar by plain SQL, each in one transaction that holds the calendar's lock and records the change.
 * Each returns whether it changed anything.
 */
export class CalendarChanges {
  readonly #sql: pg.Client;

  constructor(sql: pg.Client) {
    this.#sql = sql;
  }

  async block(date: string): Promise<boolean> {
    return await this.#change(
      'block',
      [date],
      `insert into blocked_date (date, label)
       select $1, 'a feast' where not exists (select from scheduled_submission where scheduled_date = $1)
       on conflict do nothing`,
      [date],
    );
  }

  async unblock(date: string): Promise<boolean> {
    return await this.#change('unblock', [date], 'delete from blocked_date where date = $1', [date]);
  }

  async move(from: string, to: string): Promise<boolean> {
    return await this.#change(
      'move',
      [from, to],
      `update scheduled_submission
       set scheduled_date = $2, moved_from = nullif(coalesce(moved_from, scheduled_date), $2)
       where scheduled_date = $1
         and not exists (select from scheduled_submission where scheduled_date = $2)
         and not exists (select from blocked_date where date = $2)`,
      [from, to],
    );
  }

  /** Swaps the submissions of two reserved dates. */
  async swap(one: string, other: string): Promise<boolean> {
    return await this.#change(
      'swap',
      [one, other],
      `update scheduled_submission
       set scheduled_date = goal, moved_from = nullif(coalesce(moved_from, scheduled_date), goal)
       from (values ($1::date, $2::date), ($2, $1)) as swap (start, goal)
       where scheduled_date = start`,
      [one, other],
    );
  }

  async withdraw(date: string, at: string, endCooldown: boolean): Promise<boolean> {
    return await this.#change(
      'withdraw',
      [date],
      `update scheduled_submission
       set scheduled_date = null, withdrawn_from = scheduled_date, withdrawn_at = $2, cooldown_ended = $3
       where scheduled_date = $1`,
      [date, at, endCooldown],
    );
  }

  async pause(): Promise<boolean> {
    return await this.#change('pause', [], 'insert into calendar_pause default values on conflict do nothing', []);
  }

  async resume(): Promise<boolean> {
    return await this.#change('resume', [], 'delete from calendar_pause', []);
  }

  async #change(action: string, dates: string[], statement: string, values: unknown[]): Promise<boolean> {
    await this.#sql.query('begin');
    await this.#sql.query('select pg_advisory_xact_lock($1)', [locks.calendar]);
    const { rowCount } = await this.#sql.query(statement, values);
    if (rowCount) {
      await this.#sql.query('insert into calendar_change (actor, action, dates) values ($1, $2, $3)', [
        'editor',
        action,
        dates,
      ]);
    }
    await this.#sql.query('commit');
    return Boolean(rowCount);
  }
}
