import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured JSON lines, on standard output unless a destination is given. */
export function createLogger(level: string, destination: DestinationStream = pino.destination()): Logger {
  return pino({ level, serializers: { err: (error: unknown) => describeError(error) } }, destination);
}

/** The most bytes of an error's reason. */
const maxReasonBytes = 500;
/** The most causes of an error that are logged: they may form a circle. */
const maxCauses = 5;

/**
 * Only what helps to find the cause. Errors carry more, and some of it must not be logged: a parse
 * error has the packet with the token and the body, and a database error has the values of a row,
 * which MikroORM appends to the message.
 */
function describeError(error: unknown, causes = maxCauses): object {
  if (!(error instanceof Error)) return { message: reason(String(error)) };
  const { name, message, stack = '', cause } = error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  return {
    name,
    message: reason(message),
    code,
    constraint,
    stack: stack.match(/^ {4}at .*$/gm)?.join('\n'), // without the message
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

/** The first line of a message, cut off at a whole character. */
function reason(message: string): string {
  const [line = ''] = message.split('\n', 1);
  const { read } = new TextEncoder().encodeInto(line, new Uint8Array(maxReasonBytes));
  return line.slice(0, read);
}
