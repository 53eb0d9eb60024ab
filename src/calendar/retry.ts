import pRetry from 'p-retry';
import { responseMs } from '../database/limits.ts';

/** The most attempts at a reservation, including the first. */
export const maxAttempts = 5;

/**
 * SQLSTATE codes after which the same transaction can succeed,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const conflictCodes = new Set([
  '23505', // unique_violation: the date is taken
  '23P01', // exclusion_violation: another request of the player has just submitted a verse
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);

/**
 * Retries a whole transaction after a conflict. Each retry waits for a short random time, so
 * competing transactions do not collide again.
 *
 * @param transaction takes the number of the attempt, from 1 to `maxAttempts`
 * @throws the error of the last attempt; an error other than a conflict is not retried
 */
export async function retryOnConflict<T>(transaction: (attempt: number) => Promise<T>): Promise<T> {
  return await pRetry(transaction, {
    retries: maxAttempts - 1,
    shouldRetry: ({ error }) => conflictCodes.has(String((error as { code?: unknown }).code)),
    maxRetryTime: responseMs, // after that, the response would be too late
    minTimeout: 5,
    factor: 2,
    randomize: true,
  });
}
