/**
 * Sets something up, uses it, and removes it, also on a signal or an uncaught error.
 *
 * @param setUp puts what is to be removed onto the stack; a signal does not interrupt it
 * @param use ends soon after the signal has been aborted
 * @throws Error that names the signal, or the uncaught error
 */
export async function withCleanUp<Resource, Result>(
  setUp: (stack: AsyncDisposableStack, interrupted: AbortSignal) => Promise<Resource>,
  use: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  await using stack = new AsyncDisposableStack();
  const interruption = new AbortController();
  const crash = Promise.withResolvers<never>();
  crash.promise.catch(() => {});
  const listen = (event: string, listener: (reason: unknown) => void) => {
    process.on(event, listener);
    stack.defer(() => {
      process.off(event, listener);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    listen(signal, () => interruption.abort(new Error(`Interrupted by ${signal}`)));
  }
  listen('uncaughtException', crash.reject);

  const resource = await setUp(stack, interruption.signal);
  interruption.signal.throwIfAborted();
  const result = await Promise.race([use(resource), crash.promise]);
  interruption.signal.throwIfAborted();
  return result;
}
