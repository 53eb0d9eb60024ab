/**
 * Runs what throws where a request is wrong, such as a token with a bad signature. Collecting a stack trace that nobody reads takes
 * longer than all the rest of answering such a request, and whoever sends many of them would slow down everybody else.
 *
 * @throws what `run` throws
 */
export function withoutStackTraces<T>(run: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
