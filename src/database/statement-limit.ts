import type { Logger } from 'pino';

/**
 * The limit that each connection of a pool asks PostgreSQL for. A statement that waits for a lock
 * would otherwise continue in PostgreSQL, and hold a connection there, after the service has given
 * up on it.
 *
 * PgBouncer rejects it: later connections then ask for none, and the role's setting applies
 * (deploy/roles.sql).
 */
export interface StatementLimit {
  /** In milliseconds; undefined for no limit. */
  current(): number | undefined;
  /** Ends the limit, and logs why. */
  reject(err: unknown): void;
}

// Not a class: MikroORM copies the options of its driver.
export function createStatementLimit(ms: number | undefined, logger: Logger): StatementLimit {
  let current = ms;
  return {
    current: () => current,
    reject(err) {
      if (current === undefined) return;
      current = undefined;
      logger.warn({ err }, 'statement_timeout rejected by a pooler: set it for the role, as deploy/roles.sql does');
    },
  };
}
