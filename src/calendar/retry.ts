import pRetry from 'p-retry';
import { responseMs } from '../database/limits.ts';

/** How often a reservation is attempted in all. */
export const maxAttempts = 5;

/** SQLSTATE codes after which the same transaction can succeed, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const conflictCodes = new Set([
  '23505', // unique_violation: the date is taken
  '23P01', // exclusion_violation: the player has submitted a verse elsewhere
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

/**
 * Repeats a whole transaction when it ends in a conflict, after a short random wait that keeps competitors from colliding in step.
 *
 * @param transaction gets the number of the attempt, from 1 to `maxAttempts`
 * @throws the error of the last attempt; any error other than a conflict at once
 */
export async function retryOnConflict<T>(transaction: (attempt: number) => Promise<T>): Promise<T> {
  return await pRetry(transaction, {
    retries: maxAttempts - 1,
    shouldRetry: ({ error }) => conflictCodes.has(String((error as { code?: unknown }).code)),
    maxRetryTime: responseMs, // later, the response would be too late
    minTimeout: 5,
    factor: 2,
    randomize: true,
  });
}
