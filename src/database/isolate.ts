import { sqlState, sqlStates } from './sqlstate.ts';

/** The request timed out. The database may have executed its statements, or may still do so. */
export class TimeLimitError extends Error {}

/**
 * What becomes of a request that cannot be served yet. `cause` says what it waits for.
 */
export class RetryLater extends Error {}

const tooLate = 'The database did not respond in time';

/** How a batch, or a part of one, runs. */
export interface How {
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
 * Runs requests, all or nothing, such as in a transaction.
 *
 * @returns the result of each request, in their order
 */
export type Run<Request, Result> = (part: readonly Request[], how: How) => Promise<readonly Result[]>;

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
 * @param settle called with what becomes of each request as soon as its part has run: its result or
 *   its error, a TimeLimitError if it is too late, or RetryLater if it waits for another transaction
 */
export async function isolate<Request, Result>(
  requests: readonly Request[],
  isTooLate: (index: number) => boolean,
  run: Run<Request, Result>,
  settle: (index: number, outcome: Result | Error) => void,
): Promise<void> {
  async function runPart(indexes: readonly number[], isWhole: boolean): Promise<void> {
    const { late = [], part = [] } = Object.groupBy(indexes, (index) => (isTooLate(index) ? 'late' : 'part'));
    for (const index of late) settle(index, new TimeLimitError(tooLate));
    if (part.length === 0) return;
    const isAlone = part.length === 1;
    const assertInTime = () => {
      if (part.some(isTooLate)) throw new TimeLimitError(tooLate);
    };
    try {
      const asked = part.map((index) => requests[index] as Request);
      const results = await run(asked, { waits: isWhole, retries: isWhole || isAlone, assertInTime });
      if (results.length < part.length) throw new Error(`${part.length} requests got ${results.length} results`);
      for (const [position, index] of part.entries()) settle(index, results[position] as Result);
    } catch (error) {
      if (isAlone || !(error instanceof TimeLimitError || isAboutRow(error))) {
        const outcome = waitsForAnother(error)
          ? new RetryLater('Waits for another transaction', { cause: error })
          : error;
        for (const index of part) settle(index, outcome as Error);
        return;
      }
      const size = Math.ceil(part.length / partCount);
      for (let start = 0; start < part.length; start += size) await runPart(part.slice(start, start + size), false);
    }
  }

  await runPart([...requests.keys()], true);
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

function waitsForAnother(error: unknown): boolean {
  return sqlState(error) === sqlStates.lockNotAvailable;
}
