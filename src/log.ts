import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured JSON lines, on standard output unless a destination is given. */
export function createLogger(level: string, destination: DestinationStream = pino.destination()): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}

/**
 * Only what helps to find the cause. Errors carry more, and some of it must not be logged: a parse error has the packet with the
 * token and the body, and a database error has the values of a row.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return { name, message, code, constraint, stack, ...(cause !== undefined && { cause: describeError(cause) }) };
}
