/** How long a pool's connections may take, in milliseconds. */
export interface ConnectionLimits {
  /** To have a connection: to wait for one that is in use, or to make one. */
  readonly connectMs: number;
  /** For the answer to one statement. */
  readonly queryMs: number;
}

/** Short, since a client waits. The two questions of a request to the database are each answered or given up within `responseMs`. */
export const requestLimits: ConnectionLimits = { connectMs: 2_000, queryMs: 2_000 };
export const responseMs = 2_000;

/** Long, since a migration may have much to do, and waits for the one of another instance. */
export const migrationLimits: ConnectionLimits = { connectMs: 10_000, queryMs: 600_000 };

/** To ask one of several hosts whether it accepts writes. */
export const hostMs = 1_000;

/** For the pool's connections to be closed when the service ends: a database that hangs is not waited for. */
export const closingMs = 3_000;

/**
 * What PostgreSQL itself heeds inside a reservation, in milliseconds: it is the only transaction that others wait for. A statement
 * whose client has gone, or a service that hangs in the middle, thereby keeps the calendar from the others for no longer than
 * that. None of it ends a COMMIT that waits for a synchronous standby.
 */
export const reservationLimits = { lockMs: 1_500, statementMs: 1_500, idleMs: 3_000 };
