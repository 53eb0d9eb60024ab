import pRetry from 'p-retry';

/** How often a reservation is tried in all. */
export const maxAttempts = 5;

/** Somebody else took the date, or the database gave this transaction up: the same transaction can succeed if begun anew. */
export class ConflictError extends Error {}

/**
 * Runs a whole transaction again when it ends in a conflict, after a short random wait that keeps competitors from
 * colliding in step.
 *
 * @param attempts how often it is tried in all
 * @throws ConflictError of the last attempt; any other error at once
 */
export async function retryOnConflict<T>(attempts: number, transaction: () => Promise<T>): Promise<T> {
  return await pRetry(transaction, {
    retries: attempts - 1,
    shouldRetry: ({ error }) => error instanceof ConflictError,
    minTimeout: 5,
    factor: 2,
    randomize: true,
  });
}
