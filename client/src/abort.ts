/**
 * Returns the result of the work, or throws the signal's reason as soon as it is aborted. The work
 * may then still be running, since a token function takes no signal, and not every `fetch` listens
 * to its own. The work checks the signal before each step that must not happen after an abort.
 */
export async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  // Removes the listener, since a signal can outlive many submissions.
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: settled.signal });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    settled.abort();
  }
}
