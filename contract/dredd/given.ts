import { rename } from 'node:fs/promises';
import type { DocumentedResponse } from '../document/responses.ts';
import type { Database } from './database.ts';
import type { Player } from './player.ts';

/** A running service, and what a run has to provoke its responses. */
export interface Target {
  readonly url: string;
  /** Sends the requests; undefined without a token. */
  readonly player: Player | undefined;
  /**
   * The service's database; undefined also without a player, whose rows are all that a state may
   * insert into a shared one.
   */
  readonly database: Database | undefined;
  /**
   * Whether the run has started the service, on a database of its own, which a state may fill and
   * break.
   */
  readonly own: boolean;
  /** The service's folder with the text of the chapters, if the run may hide it. */
  readonly chapters?: string;
  /** Aborted when the run must end. */
  readonly interrupted: AbortSignal;
}

/**
 * A request, and the response that Dredd expects and gets,
 * https://dredd.org/en/latest/data-structures/
 */
export interface Transaction {
  name: string;
  id: string;
  fullPath: string;
  /** Where it comes from in the contract: `resourceName` is the path as the contract writes it. */
  readonly origin: { resourceName: string };
  request: { method: string; headers: Record<string, string>; body: string };
  expected: { statusCode: string; headers: Record<string, string>; body?: string };
  /** Set by a hook: the reason why the transaction fails. */
  fail: boolean | string;
  /** Set by a hook: sends no request. */
  skip: boolean;
  real?: { statusCode: number; headers: Record<string, string>; body?: string };
  /** Dredd's own finding. */
  test?: { valid: boolean; message: string };
}

/** How to put a service into the state that a case needs. */
export interface Scenes {
  /**
   * How to provoke each documented response: its one difference from a request that succeeds. One
   * request can have the states of several checks; it then violates all of them. `setScene`
   * combines and undoes them.
   */
  readonly states: Readonly<Record<string, State>>;
  /** What a request needs before all states, so that it succeeds without them. */
  readonly prepare?: State;
}

/**
 * A transaction needs what the run does not have. The message names it, and says how to provide it.
 */
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
  readonly breakages: { readonly breaks: () => Promise<unknown>; readonly restores: () => Promise<unknown> }[] = [];
  /** Clean-up after the request, for state that others could see. */
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

  /**
   * Runs a statement after the request, to undo what the request or a state changes for others than
   * the player.
   */
  afterwards(text: string, values?: unknown[]): void {
    this.undoings.push(() => this.query(text, values));
  }

  /**
   * The player has solved the puzzle of a date. @param date by default that in the request's body
   */
  async solved(date?: string): Promise<void> {
    await this.query('insert into daily_completion (anonymous_id, date) values ($1, $2) on conflict do nothing', [
      this.target.player?.id,
      date ?? JSON.parse(this.transaction.request.body).localDate,
    ]);
  }

  /**
   * The player has submitted a verse, not that of the examples, with the `Idempotency-Key` of the
   * request if it has one: a key belongs to its verse.
   *
   * @param scheduledDate by default the latest free one in the past, which others can neither
   *   reserve nor read
   * @param age how long ago, an ISO 8601 duration
   */
  async submission({
    scheduledDate,
    age = 'PT0S',
  }: {
    readonly scheduledDate?: string;
    readonly age?: string;
  } = {}): Promise<Submission> {
    const { headers } = this.transaction.request;
    const [row] = await this.query<Submission>(
      `insert into scheduled_submission
         (user_id, book_id, chapter, verse, scheduled_date, created_at, idempotency_key, window_text)
       values ($1, 'GEN', 1, 1, $2, now() - $4::interval, $3, 'January 1, 2000')
       returning id::integer, to_char(scheduled_date, 'YYYY-MM-DD') as "scheduledDate"`,
      [this.target.player?.id, scheduledDate ?? (await this.pastDate()), headers['Idempotency-Key'], age],
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
   * @param restores the statement that undoes it
   * @throws Unavailable where the database is not the run's own
   */
  breakDatabase(breaks: string, restores: string): void {
    this.assertOwnDatabase();
    this.breakages.push({ breaks: () => this.query(breaks), restores: () => this.query(restores) });
  }

  /** Without a table, every query of it fails. @throws Unavailable as `breakDatabase` does */
  hideTable(name: string): void {
    this.breakDatabase(`alter table ${name} rename to hidden_${name}`, `alter table hidden_${name} rename to ${name}`);
  }

  /**
   * Hides the text of the chapters from the service, except of those that it has read: it keeps
   * these. Nothing else in a run reads Habakkuk 2.
   *
   * @throws Unavailable where the files are not the run's own
   */
  hideChapters(): void {
    const { chapters } = this.target;
    if (chapters === undefined) throw new Unavailable(ownFilesNeeded);
    const hidden = `${chapters}.hidden`;
    this.breakages.push({ breaks: () => rename(chapters, hidden), restores: () => rename(hidden, chapters) });
  }
}

/**
 * Puts a request and the service into the states of several responses at once. Those of later
 * checks come first, since an earlier check may make the body unreadable; what breaks the service
 * comes last, so that every state can insert rows.
 *
 * @param provoked in the order of the checks
 * @returns undoes everything in the database: restores it, undoes what others could notice, and
 *   deletes the player's rows
 * @throws Unavailable where the target does not have what a state needs; everything is undone
 *   then
 */
export async function setScene(
  { states, prepare }: Scenes,
  transaction: Given['transaction'],
  provoked: readonly DocumentedResponse[],
  target: Given['target'],
): Promise<AsyncDisposableStack> {
  await using undo = new AsyncDisposableStack();
  const { player, database } = target;
  if (player !== undefined) {
    transaction.request.headers['Authorization'] = `Bearer ${player.token}`;
    undo.defer(async () => await database?.deleteRowsOf(player.id));
  }
  const given = new Given(transaction, target);
  undo.defer(async () => {
    for (const undoing of given.undoings) await undoing();
  });
  await prepare?.(given);
  for (const { name } of provoked.toReversed()) {
    const state = states[name];
    if (state === undefined) throw new Error(`contract/dredd/states/ has no state for ${name}`);
    await state(given);
  }
  for (const { breaks, restores } of given.breakages) {
    await breaks();
    undo.defer(async () => void (await restores()));
  }
  return undo.move();
}
