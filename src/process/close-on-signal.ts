import type { Logger } from 'pino';
import { whenNpmEnds } from './when-npm-ends.ts';

/** After Ctrl-C, the terminal's signal and the one that npm hands on arrive together. */
const sameSignalMs = 500;

/**
 * On SIGTERM, SIGINT or SIGHUP, or when npm ends, closes everything in order and exits. The process exits
 * after nine seconds even if something is still open, before container platforms kill it. A second
 * signal, half a second later or more, ends it at once. A closer that rejects is logged, and the
 * others still run.
 *
 * The package close-with-grace does not fit: it exits with 1 on a timeout. By default it also traps
 * SIGSEGV, SIGBUS, SIGFPE and SIGILL, after which it is not safe to run JavaScript
 * (https://nodejs.org/api/process.html#signal-events).
 */
export function closeOnSignal(logger: Logger, closers: readonly (() => Promise<void>)[]): void {
  let begun: number | undefined;
  const close = async (cause: { signal: NodeJS.Signals } | { npm: 'ended' }) => {
    if (begun !== undefined) return;
    begun = performance.now();
    logger.info(cause, 'stopping');
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
  const onSignal = (signal: NodeJS.Signals) => {
    if (begun !== undefined && performance.now() - begun > sameSignalMs) process.exit(1);
    void close({ signal });
  };
  // SIGHUP: the terminal is closed, or somebody expects the configuration to be read again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  whenNpmEnds(() => void close({ npm: 'ended' }));
}
