import { rename } from 'node:fs/promises';
import type { Database } from './database.ts';
import type { Target } from './target.ts';
import type { Transaction } from './transaction.ts';

/** A transaction needs what the run does not have. The message names it, and says how to provide it. */
export class Unavailable extends Error {}

/** What a run without a player needs. */
export const tokenNeeded = 'a token (--token TOKEN, or AUTH_JWT_SECRET in the environment)';
const databaseNeeded = "the service's DATABASE_URL in the environment";
const ownDatabaseNeeded = 'a database that it may fill or break: run without --endpoint';
const ownFilesNeeded = 'files that it may hide: run without --endpoint';

export interface Submission {
  readonly id: number;
  /** YYYY-MM-DD. */
  readonly scheduledDate: string;
}

/**
 * Changes the request or the database. A promise is awaited.
 *
 * @throws Unavailable where the state needs what the run does not have
 */
export type State = (given: Given) => unknown;

/** What a state can change before a request: the request itself, and the database. */
export class Given {
  /** The contract's example of a request, with the player's token if the run has one. */
  readonly transaction: Pick<Transaction, 'request' | 'fullPath' | 'origin' | 'expected'>;
  readonly target: Omit<Target, 'url' | 'interrupted'>;
  /** What breaks the service once all states have inserted their rows. */
  readonly breakages: { readonly breaks: () => Promise<unknown>; readonly mends: () => Promise<unknown> }[] = [];
  /** What undoes, after the request, whatever concerns more than the player. */
  readonly undoings: (() => Promise<unknown>)[] = [];

  constructor(transaction: Given['transaction'], target: Given['target']) {
    this.transaction = transaction;
    this.target = target;
  }

  /**
   * Runs one statement on the service's database. Rows of the player need no undoing.
   *
   * @throws Unavailable without a database
   */
  async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    return await this.assertDatabase().query<Row>(text, values);
  }

  /** @throws Unavailable without a database */
  assertDatabase(): Database {
    const { player, database } = this.target;
    if (database !== undefined) return database;
    throw new Unavailable(player === undefined ? `${tokenNeeded} and ${databaseNeeded}` : databaseNeeded);
  }

  /** @throws Unavailable where the database is not the run's own */
  assertOwnDatabase(): void {
    if (!this.target.own) throw new Unavailable(ownDatabaseNeeded);
  }

  /** Runs a statement after the request, to undo what the request or a state changes for others than the player. */
  afterwards(text: string, values?: unknown[]): void {
    this.undoings.push(() => this.query(text, values));
  }

  /** The player has solved the puzzle of the date in the request's body. */
  async solved(): Promise<void> {
    await this.query('insert into daily_completion (anonymous_id, date) values ($1, $2) on conflict do nothing', [
      this.target.player?.id,
      JSON.parse(this.transaction.request.body).localDate,
    ]);
  }

  /**
   * The player has submitted a verse. It has no `Idempotency-Key`: with that of the example, the request would get the 201 of this submission again.
   *
   * @param scheduledDate by default the latest free one in the past, which others can neither reserve nor read
   */
  async submission({ scheduledDate }: Partial<Pick<Submission, 'scheduledDate'>> = {}): Promise<Submission> {
    const [row] = await this.query<Submission>(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       values ($1, 'GEN', 1, 1, $2)
       returning id::integer, to_char(scheduled_date, 'YYYY-MM-DD') as "scheduledDate"`,
      [this.target.player?.id, scheduledDate ?? (await this.pastDate())],
    );
    return row as Submission;
  }

  /** The latest date in the past that is neither reserved nor blocked, YYYY-MM-DD. */
  async pastDate(): Promise<string> {
    const [row] = await this.query<{ date: string }>(
      `select to_char(day, 'YYYY-MM-DD') as date
       from generate_series(current_date - 1, date '2000-01-01', interval '-1 day') as day
       where not exists (select from scheduled_submission where scheduled_date = day)
         and not exists (select from blocked_date where date = day)
       limit 1`,
    );
    return (row as { date: string }).date;
  }

  /**
   * Breaks the database for every player once all states have inserted their rows.
   *
   * @param breaks a statement
   * @param mends the statement that undoes it
   * @throws Unavailable where the database is not the run's own
   */
  breakDatabase(breaks: string, mends: string): void {
    this.assertOwnDatabase();
    this.breakages.push({ breaks: () => this.query(breaks), mends: () => this.query(mends) });
  }

  /**
   * Hides the text of all chapters from the service.
   *
   * @throws Unavailable where the files are not the run's own
   */
  hideChapters(): void {
    const { chapters } = this.target;
    if (chapters === undefined) throw new Unavailable(ownFilesNeeded);
    const hidden = `${chapters}.hidden`;
    this.breakages.push({ breaks: () => rename(chapters, hidden), mends: () => rename(hidden, chapters) });
  }
}
