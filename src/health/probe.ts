import pTimeout from 'p-timeout';
import { readyzOperation } from '../generated/operations.admin.ts';
import { singleFlight } from '../single-flight.ts';

/** In milliseconds. Less than one second, the usual timeout of probes. */
const limit = Temporal.Duration.from(readyzOperation.timeLimit).total('milliseconds');

/**
 * Limits a query to the database in time and in number: calls while the query is running share its
 * result, so a flood of probes does not reach the database.
 *
 * @returns runs the query; throws TimeoutError, or whatever `query` throws
 */
export function createProbe<Result>(query: () => Promise<Result>): () => Promise<Result> {
  return singleFlight(() => pTimeout(query(), { milliseconds: limit }));
}
