import type { Logger } from 'pino';

/**
 * On SIGTERM or SIGINT, closes everything in order and exits. The process exits after nine seconds
 * even if something is still open, before container platforms kill it. A second signal ends it at
 * once. A closer that rejects is logged, and the others still run.
 *
 * The package close-with-grace does not fit: it exits with 1 on a timeout. By default it also traps
 * SIGSEGV, SIGBUS, SIGFPE and SIGILL, after which it is not safe to run JavaScript
 * (https://nodejs.org/api/process.html#signal-events).
 */
export function closeOnSignal(logger: Logger, closers: readonly (() => Promise<void>)[]): void {
  let closing = false;
  const close = async (signal: NodeJS.Signals) => {
    if (closing) process.exit(1);
    closing = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), 9_000);
    for (const closer of closers) {
      try {
        await closer();
      } catch (err) {
        logger.error({ err }, 'closing failed');
      }
    }
    process.exit(0);
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}
