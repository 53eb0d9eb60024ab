import { rename } from 'node:fs/promises';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import type { DocumentedResponse } from '../document/responses.ts';
import type { Database } from './database.ts';
import type { Player } from './player.ts';
import type { Puzzle } from './puzzle.ts';

/** A running service, and what a run has to provoke its responses. */
export interface Target {
  readonly url: string;
  /** A player without rows, for one case; undefined without a token. */
  readonly newPlayer: (() => Promise<Player>) | undefined;
  /**
   * The service's database; undefined also without a player, whose rows are all that a state may
   * insert into a shared one.
   */
  readonly database: Database | undefined;
  /** Records completions where there is no database. */
  readonly puzzle?: Puzzle | undefined;
  /** Whether a state may fill and break the database. */
  readonly scratch: boolean;
  /** Whether the run has started the service, which then sends nothing but what a contract names. */
  readonly own: boolean;
  /** The service's folder with the text of the chapters, if the run may hide it. */
  readonly chapters?: string;
  /** How many verses the run leaves in the calendar. Without a database, it cannot delete them. */
  readonly left: { verses: number };
  /** Aborted when the run must end. */
  readonly interrupted: AbortSignal;
}

/** A target with the player of one case; undefined without a token. */
export type Scene = Pick<Target, 'database' | 'puzzle' | 'scratch' | 'own' | 'chapters'> &
  Partial<Pick<Target, 'url' | 'left'>> & { readonly player: Player | undefined };

/** The most verses that a run without a database leaves in the calendar. */
export const maxVersesLeft = 30;

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
  request: { method: string; headers: Record<string, string>; body: string | Buffer };
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
export const secretNeeded = 'AUTH_JWT_SECRET in the environment, without --token';
export const databaseNeeded = "the service's DATABASE_URL in the environment";
const completionsNeeded = `completions (the puzzle's contract with --puzzle-token or AUTH_JWT_SECRET, --solve COMMAND, or DATABASE_URL)`;
export const scratchNeeded = 'a database that it may fill or break (DATABASE_URL with --scratch)';
const ownFilesNeeded = 'files that it may hide: run without --endpoint';
export const roomNeeded = `${databaseNeeded}: without it, a run leaves at most ${maxVersesLeft} verses in the calendar`;

/**
 * Someone in a case: its player; another player, or one of several; a twin, whose id is the player's
 * in upper case; or a shadow, whose id is the player's with a space behind it.
 */
export type Person = 'player' | 'another' | 'twin' | 'shadow' | number;

/**
 * The id of someone in a case.
 *
 * @throws Unavailable for others than the player of a given token, whose ids somebody may have
 */
export function idOf(player: Player | undefined, person: Person = 'player'): string {
  if (player === undefined) throw new Unavailable(tokenNeeded);
  if (person === 'player') return player.id;
  if (player.sign === undefined) throw new Unavailable(secretNeeded);
  const id = { twin: player.id.toUpperCase(), shadow: `${player.id} ` }[String(person)] ?? `${player.id}-${person}`;
  player.people.add(id);
  return id;
}

/** @throws Unavailable as `idOf` does */
export async function tokenOf(player: Player | undefined, person: Person = 'player'): Promise<string> {
  const sub = idOf(player, person);
  return person === 'player' ? (player?.token ?? '') : ((await player?.sign?.({ claims: { sub } })) ?? '');
}

/** How long ago something was, as an ISO 8601 duration: `cooldown + PT1S` is a second more than it. */
function durationOf(age = 'PT0S'): string {
  const [, sign, more] = /^cooldown ([+-]) (PT\w+)$/.exec(age) ?? [];
  if (more === undefined) return age;
  const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);
  return (sign === '+' ? cooldown.add(more) : cooldown.subtract(more)).toString();
}

/**
 * Records that someone has solved the puzzle of a date.
 *
 * @throws Unavailable where the run cannot record it
 */
export async function recordCompletion(
  { player, database, puzzle }: Pick<Scene, 'player' | 'database' | 'puzzle'>,
  date: string,
  person?: Person,
): Promise<void> {
  const id = idOf(player, person);
  if (database === undefined && puzzle === undefined) throw new Unavailable(completionsNeeded);
  const insert = 'insert into daily_completion (anonymous_id, date) values ($1, $2) on conflict do nothing';
  await (database?.query(insert, [id, date]) ?? puzzle?.solve(id, date));
}

/** The longest horizon that a service can have, in days. */
export const longestHorizon = 36_500;

/** Every date up to the longest horizon is blocked. */
export const fillCalendar = `
  insert into blocked_date (date, label)
  select current_date + day, 'Conformance' from generate_series(0, ${longestHorizon}) as day on conflict do nothing`;
export const emptyCalendar = "delete from blocked_date where label = 'Conformance'";

/** A submission that is stored before a case. */
export interface Submission {
  readonly person?: Person;
  /**
   * By default the latest free one in the past, which others can neither reserve nor read; without
   * a database, the one that the service gives.
   */
  readonly scheduledDate?: string;
  /** How long ago: an ISO 8601 duration, or `cooldown`, more or less one. */
  readonly age?: string;
  /** Whether it has the verse of the request instead of Genesis 1:1. */
  readonly same?: boolean;
  /** What the operator has done to it since. */
  readonly then?: 'moved' | 'withdrawn' | 'withdrawn without a cooldown';
}

export interface StoredDate {
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

/** What a state can change before a request: the request itself, and what is stored. */
export class Given {
  /** The contract's example of a request, with the player's token if the run has one. */
  readonly transaction: Pick<Transaction, 'request' | 'fullPath' | 'origin' | 'expected'>;
  readonly target: Scene;
  /** What breaks the service once all states have inserted their rows. */
  readonly breakages: { readonly breaks: () => Promise<unknown>; readonly restores: () => Promise<unknown> }[] = [];
  /** Clean-up after the request, for state that others could see. */
  readonly undoings: (() => Promise<unknown>)[] = [];

  constructor(transaction: Given['transaction'], target: Scene) {
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

  /** @throws Unavailable where the run does not have what a row needs */
  assertHas(need: 'database' | 'iss' | 'aud' | 'scratch' | 'own'): void {
    const { player, own } = this.target;
    if (need === 'database') this.assertDatabase();
    else if (need === 'scratch') this.assertScratch();
    else if (need === 'own') {
      if (!own) throw new Unavailable('a connection without a proxy in between: run without --endpoint');
    } else if (player?.sign === undefined) throw new Unavailable(secretNeeded);
    else if (!player.checked?.includes(need))
      throw new Unavailable(`the service's ${claimVariables[need]} in the environment`);
  }

  /** @throws Unavailable where the database may not be filled or broken */
  assertScratch(): void {
    if (!this.target.scratch) throw new Unavailable(scratchNeeded);
  }

  /**
   * Runs a statement after the request, to undo what the request or a state changes for others than
   * the player.
   */
  afterwards(text: string, values?: unknown[]): void {
    this.undoings.push(() => this.query(text, values));
  }

  /** The date that the request names, in its body or its query. */
  localDate(): string {
    const { request, fullPath } = this.transaction;
    const inQuery = new URLSearchParams(fullPath.replace(/.*\?/, '')).get('localDate');
    return inQuery ?? (request.method === 'POST' ? JSON.parse(String(request.body)).localDate : '2026-11-21');
  }

  /**
   * Someone has solved the puzzle of a date, by default that of the request.
   *
   * @throws Unavailable where the run cannot record it
   */
  async solved(date = this.localDate(), person?: Person): Promise<void> {
    await recordCompletion(this.target, date, person);
  }

  /**
   * Someone has submitted a verse, by default not that of the examples, with the `Idempotency-Key`
   * of the request if it has one. Without a database, the service stores it.
   *
   * @throws Unavailable where the run cannot store it
   */
  async submission({ person, scheduledDate, age, same = false, then }: Submission = {}): Promise<StoredDate> {
    const { player, database } = this.target;
    const { headers } = this.transaction.request;
    const [bookId, chapter, verse] = same ? ['JHN', 3, 16] : ['GEN', 1, 1];
    if (database === undefined && (scheduledDate ?? age ?? then) === undefined && player !== undefined) {
      const localDate = this.localDate();
      await this.solved(localDate, person);
      const sent = await this.submit({ localDate, bookId, chapter, verse }, headers['Idempotency-Key'], person);
      return { id: 0, scheduledDate: sent };
    }
    const [row] = await this.query<StoredDate>(
      `insert into scheduled_submission
         (user_id, book_id, chapter, verse, scheduled_date, created_at, idempotency_key, window_text)
       values ($1, $5, $6, $7, $2, now() - $4::interval, $3, 'January 1, 2000')
       returning id::integer, to_char(scheduled_date, 'YYYY-MM-DD') as "scheduledDate"`,
      [
        ...[
          idOf(player, person),
          scheduledDate ?? (await this.pastDate()),
          headers['Idempotency-Key'],
          durationOf(age),
        ],
        ...[bookId, chapter, verse],
      ],
    );
    const stored = row as StoredDate;
    if (then !== undefined) await this.query(changes[then], [stored.id]);
    return stored;
  }

  /** Submits a verse before the request, and returns its date. */
  private async submit(body: object, key: string | undefined, person?: Person): Promise<string> {
    const { url = '', left = { verses: 0 }, player } = this.target;
    if (left.verses >= maxVersesLeft) throw new Unavailable(roomNeeded);
    const { method, path } = submitVerseOperation;
    const headers = {
      Authorization: `Bearer ${await tokenOf(player, person)}`,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.status !== 201)
      throw new Error(`${method} ${path}, which sets the scene, has the status ${response.status}: ${text}`);
    left.verses++;
    return JSON.parse(text).scheduledDate;
  }

  /** A date is blocked, with no verse on it. */
  async block(date: string): Promise<void> {
    await this.query('delete from scheduled_submission where scheduled_date = $1', [date]);
    await this.query("insert into blocked_date (date, label) values ($1, 'Dredd')", [date]);
    this.afterwards('delete from blocked_date where date = $1', [date]);
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
   * @throws Unavailable where the database may not be broken
   */
  breakDatabase(breaks: string, restores: string): void {
    this.assertScratch();
    this.breakages.push({ breaks: () => this.query(breaks), restores: () => this.query(restores) });
  }

  /** Without a table, every query of it fails. @throws Unavailable as `breakDatabase` does */
  hideTable(name: string): void {
    this.breakDatabase(`alter table ${name} rename to hidden_${name}`, `alter table hidden_${name} rename to ${name}`);
  }

  /**
   * Hides the text of the chapters from the service, except of those that it has read: it keeps
   * these. Nothing in a run of our own service reads Habakkuk 2.
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

const claimVariables = { iss: 'AUTH_ISSUER', aud: 'AUTH_AUDIENCE' } as const;

/** What an operator does to a stored submission. */
const changes = {
  moved:
    'update scheduled_submission set moved_from = scheduled_date, scheduled_date = scheduled_date - 1 where id = $1',
  withdrawn: withdrawal(false),
  'withdrawn without a cooldown': withdrawal(true),
} as const;

function withdrawal(endsCooldown: boolean): string {
  return `update scheduled_submission
    set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date, cooldown_ended = ${endsCooldown} where id = $1`;
}

/**
 * Puts a request and the service into the states of several responses at once. Those of later
 * checks come first, since an earlier check may make the body unreadable; what breaks the service
 * comes last, so that every state can insert rows.
 *
 * @param provoked in the order of the checks
 * @param isPublic whether the operation needs no token; then none is sent
 * @returns undoes everything that is stored: restores it, undoes what others could notice, and
 *   deletes the rows of the case's players
 * @throws Unavailable where the target does not have what a state needs; everything is undone
 *   then
 */
export async function setScene(
  { states, prepare }: Scenes,
  transaction: Given['transaction'],
  provoked: readonly Pick<DocumentedResponse, 'name'>[],
  target: Scene,
  isPublic = false,
): Promise<AsyncDisposableStack> {
  await using undo = new AsyncDisposableStack();
  const { player, database, puzzle } = target;
  if (player !== undefined) {
    if (!isPublic) transaction.request.headers['Authorization'] = `Bearer ${player.token}`;
    undo.defer(async () => {
      for (const id of player.people) await (database?.deleteRowsOf ?? puzzle?.erase)?.(id);
    });
  }
  const given = new Given(transaction, target);
  undo.defer(async () => {
    for (const undoing of given.undoings) await undoing();
  });
  await prepare?.(given);
  for (const { name } of provoked.toReversed()) {
    const state = states[name];
    if (state === undefined) throw new Error(`contract/dredd has no state for ${name}`);
    await state(given);
  }
  for (const { breaks, restores } of given.breakages) {
    await breaks();
    undo.defer(async () => void (await restores()));
  }
  return undo.move();
}
