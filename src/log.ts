import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';

export interface RequestContext {
  readonly requestId: string;
}

/** The request that is being answered, for every line that is logged meanwhile. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Structured JSON lines, on standard output unless a destination is given. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, mixin: () => requestContext.getStore() ?? {}, serializers: { err: describeError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * What helps to find the cause. Errors carry more, and some of that must not be logged: a parse error its packet with the token
 * and the body, a database error the values of a row.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return { name, message, code, constraint, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}
