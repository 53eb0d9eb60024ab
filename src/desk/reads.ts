import type { ServerResponse } from 'node:http';

/**
 * Resolves when a read may begin. It then counts until the client has taken the response, or has
 * left.
 */
export type AwaitTurn = (outgoing: ServerResponse) => Promise<void>;

/**
 * Limits how many reads of the desk run at a time, since each holds as much memory as its response
 * has. Others wait, in the order in which they came.
 *
 * @param waitMs how long a read may wait, in milliseconds; then it rejects, as it does when its
 *   client leaves
 */
export function limitReads(max: number, waitMs: number): AwaitTurn {
  const waiting = new Set<() => void>();
  let running = 0;

  function begin(outgoing: ServerResponse): void {
    running++;
    outgoing.once('close', () => {
      running--;
      const [next] = waiting;
      next?.();
    });
  }

  return async (outgoing) => {
    if (outgoing.closed) throw new Error('The client has left');
    if (running < max) return begin(outgoing);

    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(next);
      clearTimeout(timer);
      outgoing.off('close', onClose);
    };
    const next = () => {
      leave();
      begin(outgoing);
      resolve();
    };
    const onClose = () => {
      leave();
      reject(new Error('The client has left'));
    };
    const timer = setTimeout(() => {
      leave();
      reject(new Error(`${max} other reads of the desk have taken longer than ${waitMs} ms`));
    }, waitMs);
    outgoing.once('close', onClose);
    waiting.add(next);
    await promise;
  };
}
