import type { Logger } from 'pino';
// biome-ignore lint/correctness/noUndeclaredDependencies: a production install has no embedded PostgreSQL, and never loads this file
import pretty from 'pino-pretty';
import { createLogger } from '../log.ts';

/**
 * The log for a person who tries the service in a terminal: readable lines, by default warnings
 * only.
 */
export function createTerminalLogger(level = 'warn'): Logger {
  return createLogger(level, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }));
}
