/**
 * What the work gives, or the signal's reason as soon as it is aborted. The work may go on meanwhile, since a token function has
 * no signal to listen to, and not every `fetch` listens to its own: it asks the signal before each step that must not follow.
 */
export async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  // Ends the listening: a signal can outlive many submissions.
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    settled.abort();
  }
}
