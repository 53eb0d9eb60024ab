/** The time limits of a pool's connections, in milliseconds. */
export interface ConnectionLimits {
  /** For getting a connection: a free one of the pool, or a new one. */
  readonly connectMs: number;
  /** For the result of one statement. */
  readonly queryMs: number;
  /** For one statement, enforced by PostgreSQL; unlimited if undefined. */
  readonly statementMs?: number;
}

/**
 * Short, since a client is waiting. Each of a request's two database operations times out after
 * `responseMs`. PostgreSQL waits a little longer for a statement than the service does;
 * deploy/roles.sql has the same limit.
 */
export const requestLimits: ConnectionLimits = { connectMs: 2_000, queryMs: 2_000, statementMs: 2_500 };
export const responseMs = 2_000;

/** Long, since a migration may take long and may wait for another instance's migration. */
export const migrationLimits: ConnectionLimits = { connectMs: 10_000, queryMs: 600_000 };

/**
 * For a lock that a migration needs, and for all attempts to get them, in milliseconds. Requests
 * queue behind a migration that waits for a lock. So it gives up before they time out, and tries
 * again.
 */
export const migrationLockLimits = { lockMs: 1_000, totalMs: 600_000 };

/** For checking whether one of several hosts accepts writes, in milliseconds. */
export const hostMs = 1_000;

/** For checking whether a module may use a new connection of its role, in milliseconds. */
export const roleCheckMs = 1_000;

/**
 * For closing the pool's connections when the service stops, in milliseconds: the database may
 * hang.
 */
export const databaseClosingMs = 3_000;

/**
 * The limits that PostgreSQL enforces inside a reservation, in milliseconds. Reservations are the
 * only transactions that others wait for: these limits bound how long a hanging service, or a
 * statement whose client is gone, locks the calendar. They do not end a COMMIT that waits for a
 * synchronous standby.
 */
export const reservationLimits = {
  /** For the calendar's lock. */
  calendarMs: 1_500,
  /**
   * For any other lock: a submission whose row or date another program is inserting, holding the
   * calendar up. It is then queued again, behind the others.
   */
  lockMs: 200,
  statementMs: 1_500,
  idleMs: 3_000,
};

/** For a lock that is not waited for, in milliseconds: PostgreSQL takes 0 for no limit. */
export const noWaitMs = 1;

/** The same for a change by an operator: it waits longer for a lock, since nothing retries it. */
export const operatorLimits: typeof reservationLimits = { ...reservationLimits, lockMs: 1_500 };
