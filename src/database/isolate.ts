import { RetryLater, TimeLimitError } from './batches.ts';
import { sqlState, sqlStates } from './sqlstate.ts';

const tooLate = 'The database did not respond in time';

/** How a batch, or a part of one, runs. */
export interface Run {
  /** Whether it may wait for other programs' transactions: only a whole batch may. */
  readonly waits: boolean;
  /** Whether a conflict is retried: not in a part, which is divided instead. */
  readonly retries: boolean;
  /**
   * Called before the commit, so that nothing is stored for a request that is answered by a 500.
   *
   * @throws TimeLimitError if it is too late for one of the requests
   */
  readonly assertInTime: () => void;
}

/**
 * Into how many parts requests are divided. With five, one rejected row of a hundred takes at most
 * 15 more runs, as with two, and a hundred rejected rows take 130 instead of 198.
 */
const partCount = 5;

/**
 * Runs requests together, or in parts: if the database rejects a row, or it is too late for one of
 * the requests, nothing of the run counts, and each fifth of them runs for itself, and so on. So
 * every request gets what it would get alone. One for which it is too late is left out.
 *
 * @param isTooLate whether it is too late for a request, by its index
 * @param run all or nothing, such as a transaction; returns the result of each request, in their
 *   order
 * @returns what becomes of each request, in their order: its result or its error, a TimeLimitError
 *   if it is too late, or RetryLater if it waits for another transaction
 */
export async function isolate<Request, Result extends object | string>(
  requests: readonly Request[],
  isTooLate: (index: number) => boolean,
  run: (part: readonly Request[], how: Run) => Promise<readonly Result[]>,
): Promise<(Result | Error)[]> {
  const outcomes = new Map<number, Result | Error>();

  async function runPart(indexes: readonly number[], isWhole: boolean): Promise<void> {
    const part = indexes.filter((index) => !isTooLate(index));
    if (part.length === 0) return;
    const isAlone = part.length === 1;
    const assertInTime = () => {
      if (part.some(isTooLate)) throw new TimeLimitError(tooLate);
    };
    try {
      const results = await run(
        part.map((index) => requests[index] as Request),
        { waits: isWhole, retries: isWhole || isAlone, assertInTime },
      );
      for (const [position, index] of part.entries()) outcomes.set(index, results[position] as Result);
    } catch (error) {
      if (isAlone || !(error instanceof TimeLimitError || isAboutRow(error))) {
        const waited = sqlState(error) === sqlStates.lockNotAvailable;
        const outcome = waited
          ? new RetryLater('Another transaction holds a lock', { cause: error })
          : (error as Error);
        for (const index of part) outcomes.set(index, outcome);
        return;
      }
      const size = Math.ceil(part.length / partCount);
      for (let start = 0; start < part.length; start += size) await runPart(part.slice(start, start + size), false);
    }
  }

  await runPart([...requests.keys()], true);
  return requests.map((_, index) => outcomes.get(index) ?? new TimeLimitError(tooLate));
}

/**
 * Whether PostgreSQL raised an error that may be about one row of several: its value, a constraint,
 * a policy, whatever a trigger of another program raises (also XX000), a conflict, or a lock.
 * Errors of connections, transactions, resources, cancelled statements and the system are about
 * none.
 */
function isAboutRow(error: unknown): boolean {
  const { severity } = Object(error) as { readonly severity?: unknown };
  return severity !== undefined && !/^(08|25|53|57|58)/.test(sqlState(error));
}
