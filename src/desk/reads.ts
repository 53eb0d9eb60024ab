import type { ServerResponse } from 'node:http';
import { createSemaphore } from '../semaphore.ts';

/**
 * Resolves when a read may begin. It then counts until the client has taken the response, or has
 * left.
 */
export type AwaitTurn = (outgoing: ServerResponse) => Promise<void>;

/**
 * Limits how many reads of the desk run at a time, since each holds as much memory as its response
 * has. Others wait, in the order in which they came.
 *
 * @param waitMs how long a read may wait, in milliseconds; then it rejects, as it does if its
 *   client has left
 */
export function limitReads(max: number, waitMs: number): AwaitTurn {
  const acquire = createSemaphore(max, waitMs);
  return async (outgoing) => {
    const release = await acquire();
    if (outgoing.closed) {
      release();
      throw new Error('The client has left');
    }
    outgoing.once('close', release);
  };
}
