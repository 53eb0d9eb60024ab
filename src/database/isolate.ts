import { sql, type Transaction } from 'kysely';
import { type IsOver, TimeLimitError } from './batches.ts';
import { sqlState, sqlStates } from './sqlstate.ts';

/**
 * Whether PostgreSQL rejected a row of a statement, which can succeed without that row: because of
 * a value, a constraint, a policy, or whatever a trigger of another program raises. Errors of
 * connections, transactions, conflicts, resources, cancelled statements and the system reject none.
 */
export function rejectsRow(error: unknown): boolean {
  const { severity } = error as { readonly severity?: unknown };
  return severity !== undefined && !/^(08|25|40|53|55P03|57|58)/.test(sqlState(error));
}

/** Whether a statement waited too long for another transaction. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === sqlStates.lockNotAvailable;
}

const tooLate = 'The database did not respond in time';

/**
 * Into how many parts requests are divided if the database rejects a row of theirs. With five, one
 * rejected row of a hundred takes at most 15 more runs, as with two, and a hundred rejected rows
 * take 130 instead of 198.
 */
const partCount = 5;

/**
 * Runs requests together. If the database rejects a row of one, each fifth of them runs, and so on:
 * every request gets what it would get alone, in their order. One for which it is too late is left
 * out.
 *
 * @param run returns the result of each request that it is given
 * @returns the result of each request, or the error with which the database rejected it, or a
 *   TimeLimitError
 * @throws any other error of `run`
 */
export async function isolate<Request, Result>(
  requests: readonly Request[],
  isOver: IsOver,
  run: (part: readonly Request[]) => Promise<readonly Result[]>,
  isRejection: (error: unknown) => boolean = rejectsRow,
): Promise<(Result | Error)[]> {
  const outcomes = new Map<number, Result | Error>();

  async function runPart(indexes: readonly number[]): Promise<void> {
    const part = indexes.filter((index) => !isOver(index));
    const [first] = part;
    if (first === undefined) return;
    try {
      const results = await run(part.map((index) => requests[index] as Request));
      for (const [position, index] of part.entries()) outcomes.set(index, results[position] as Result);
    } catch (error) {
      if (!isRejection(error)) throw error;
      if (part.length === 1) {
        outcomes.set(first, error as Error);
        return;
      }
      const size = Math.ceil(part.length / partCount);
      for (let start = 0; start < part.length; start += size) await runPart(part.slice(start, start + size));
    }
  }

  await runPart([...requests.keys()]);
  return requests.map((_, index) =>
    outcomes.has(index) ? (outcomes.get(index) as Result | Error) : new TimeLimitError(tooLate),
  );
}

/** Runs an insert, which is undone if the database rejects it or it waits too long. */
type Undoably = (insert: () => Promise<unknown>) => Promise<void>;

interface StoreOptions {
  readonly isOver: IsOver;
  /** Whether to ask, after each insert, what the commit would reject. */
  readonly asksDeferred: boolean;
  /** Which errors to isolate; by default those that reject a row. */
  readonly isRejection?: (error: unknown) => boolean;
}

/**
 * Stores what requests ask for in one transaction. A savepoint before each insert isolates a row
 * that the database rejects: one commit stores the others. A request that is alone needs none,
 * since its error may end the transaction. What has been inserted for a request for which it is too
 * late meanwhile is undone.
 *
 * @param store reads what it needs, inserts by `undoably`, and returns the result of each request
 *   that it is given
 * @returns the outcome of each request, to be committed
 * @throws TimeLimitError if it is too late for all of them, and any other error
 */
export async function storeTogether<Request, Result>(
  // biome-ignore lint/suspicious/noExplicitAny: MikroORM does not type the database for Kysely
  db: Transaction<any>,
  requests: readonly Request[],
  store: (part: readonly Request[], undoably: Undoably) => Promise<readonly Result[]>,
  { isOver, asksDeferred, isRejection = rejectsRow }: StoreOptions,
): Promise<(Result | Error)[]> {
  /** Several statements without parameters take one round trip. */
  const execute = async (...statements: string[]) => await sql.raw(statements.join('; ')).execute(db);
  let savepoints = 0;
  /** Whether nothing has been inserted after the last savepoint. */
  let isUnused = false;
  let hasWaited = false;
  let undone: unknown;

  async function undoably(insert: () => Promise<unknown>): Promise<void> {
    if (requests.length === 1) {
      await insert();
      return;
    }
    if (!isUnused) await execute(`savepoint insert_${++savepoints}`);
    isUnused = false;
    try {
      await insert();
      // Then undone, since a constraint may be deferred for a reason: the commit asks again.
      if (asksDeferred) {
        await execute('savepoint deferred', 'set constraints all immediate', 'rollback to savepoint deferred');
      }
    } catch (error) {
      if (!isRejection(error)) throw error;
      hasWaited ||= isLockTimeout(error);
      undone = error;
      await undoTo(savepoints);
      throw error;
    }
  }

  async function undoTo(savepoint: number): Promise<void> {
    const rollback = `rollback to savepoint insert_${savepoint}`;
    // They have waited together. Now it is only about who has to wait.
    if (hasWaited) await execute(rollback, 'set local lock_timeout = 1');
    else await execute(rollback);
    savepoints = savepoint;
    isUnused = true;
  }

  for (;;) {
    const outcomes = await isolate(
      requests,
      isOver,
      (part) => store(part, undoably),
      (error) => error === undone,
    );
    if (requests.every((_, index) => isOver(index))) throw new TimeLimitError(tooLate);
    const isStoredTooLate = outcomes.some((outcome, index) => !(outcome instanceof Error) && isOver(index));
    if (!isStoredTooLate || savepoints === 0) return outcomes;
    await undoTo(1);
  }
}

/**
 * Runs a transaction. If the commit rejects a row, as a deferred constraint of another program
 * does, it runs the transaction again, which then asks for that before the commit.
 *
 * @param count how many requests share the transaction; one alone is not run again
 */
export async function askingIfDeferred<Result>(
  count: number,
  run: (asksDeferred: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(false);
  } catch (error) {
    if (count === 1 || !rejectsRow(error)) throw error;
    return await run(true);
  }
}
