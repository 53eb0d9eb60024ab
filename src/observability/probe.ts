import pTimeout from 'p-timeout';
import { readyzOperation } from '../generated/operations.admin.ts';

/** Less than the second that probes commonly wait for an answer. */
const limit = Temporal.Duration.from(readyzOperation.timeLimit).total('milliseconds');

/**
 * A question to the database that is answered soon or not at all. Those who ask while it is under way share the answer: no flood of
 * probes reaches the database.
 *
 * @returns asks; throws TimeoutError, or whatever `ask` throws
 */
export function createProbe<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= pTimeout(ask(), { milliseconds: limit }).finally(() => {
      answer = undefined;
    });
    return answer;
  };
}
