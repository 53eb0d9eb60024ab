import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';

/** The request that is being answered, for every line that is logged meanwhile. */
export const requestContext = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Structured JSON lines, on standard output unless a destination is given. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, mixin: () => requestContext.getStore() ?? {} };
  return destination === undefined ? pino(options) : pino(options, destination);
}
