import pTimeout from 'p-timeout';
import { readyzOperation } from '../generated/operations.admin.ts';

/** In milliseconds. Less than one second, the usual timeout of probes. */
const limit = Temporal.Duration.from(readyzOperation.timeLimit).total('milliseconds');

/**
 * Limits a query to the database in time and in number: calls while the query is running share its result, so a flood of probes does not
 * reach the database.
 *
 * @returns runs the query; throws TimeoutError, or whatever `query` throws
 */
export function createProbe<Result>(query: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= pTimeout(query(), { milliseconds: limit }).finally(() => {
      result = undefined;
    });
    return result;
  };
}
