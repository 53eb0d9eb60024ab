import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServedContract } from '../api/contracts.ts';
import type { ObserveReservations, ReservationOutcome } from '../calendar/reservation.ts';
import { type Action, actions } from '../entities/calendar-change.ts';
import { createProbe } from '../health/probe.ts';
import type { Observe } from '../http/observe-requests.ts';

/** What the measurements describe. The functions are called when measurements are read. */
interface Measured {
  /** The service's version. */
  readonly version: string;
  /** The database connections of the instance. */
  readonly pool: Pool;
  /** The most attempts at a reservation. */
  readonly maxAttempts: number;
  /** The measurement is left out if this fails or times out. */
  readonly countFreeDates: () => Promise<number>;
  /** Likewise. */
  readonly countCoveredDays: () => Promise<number>;
  /** Likewise. */
  readonly isPaused: () => Promise<boolean>;
  /** Likewise, and left out while it is undefined. */
  readonly daysUntilUnread: () => Promise<number | undefined>;
  readonly isReady: () => Promise<boolean>;
  /** In seconds. */
  readonly clockDifference: () => number;
  /** In seconds; undefined without a key set. */
  readonly keySetAge: () => number | undefined;
  /** Verified tokens that are kept, and requests that had one. */
  readonly keptTokens: () => { readonly count: number; readonly hits: number };
}

interface Metrics {
  /** Begins a series for each response that a contract documents. */
  readonly expectResponses: (contract: ServedContract) => void;
  /** Records a request and its duration. */
  readonly measureRequest: Observe;
  /** Records the outcome of a submission's reservation, and its number of attempts. */
  readonly observeReservations: ObserveReservations;
  /** Records a change of the calendar, or the erasure of a player. */
  readonly countChange: (action: Action) => void;
  /** Records a connection that was closed because of `MAX_CONNECTIONS`. */
  readonly countDroppedConnection: () => void;
  /** All measurements, in Prometheus's text format. */
  readonly text: () => Promise<string>;
}

/**
 * In seconds: from half a millisecond, for a rejected token, to ten seconds, for a database that
 * hardly responds.
 */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Other methods count as `other`, so clients cannot create more series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Each has a series from the start, as documented responses and actions have: Prometheus cannot see
 * that a series which comes with its first event has increased.
 */
const outcomes: readonly ReservationOutcome[] = ['reserved', 'calendar full', 'on cooldown', 'failed'];

/** Creates the measurements of one instance. */
export function createMetrics(measured: Measured): Metrics {
  const { pool } = measured;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to respond to a request, by operation ("other": paths outside the contract), method and status',
    labelNames: ['operation', 'method', 'status'],
    buckets: durations,
    registers,
  });
  // Pages are in no contract. They can fail, too.
  requests.zero({ operation: 'other', method: 'GET', status: 500 });
  const reservations = new Counter({
    name: 'reservations_total',
    help: 'Submissions that reached a reservation, by its outcome: reserved, calendar full, on cooldown (another request of the player was faster) or failed',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of outcomes) reservations.inc({ outcome }, 0);
  const reservationAttempts = new Histogram({
    name: 'reservation_attempts',
    help: 'Transactions that a reservation took, which submissions can share; more than one after a conflict',
    buckets: Array.from({ length: measured.maxAttempts }, (_, index) => index + 1),
    registers,
  });
  const changes = new Counter({
    name: 'calendar_changes_total',
    help: `Changes of the calendar by operators that this instance has stored, and erasures of players, by action: ${actions.join(', ')}`,
    labelNames: ['action'],
    registers,
  });
  for (const action of actions) changes.inc({ action }, 0);
  new Gauge({
    name: 'kept_tokens',
    help: 'Tokens that are kept because they are verified, at most 10000',
    registers,
    collect() {
      this.set(measured.keptTokens().count);
    },
  });
  new Counter({
    name: 'kept_token_hits_total',
    help: 'Requests whose token was kept, so that it was not verified again',
    registers,
    collect() {
      this.reset();
      this.inc(measured.keptTokens().hits);
    },
  });
  const droppedConnections = new Counter({
    name: 'dropped_connections_total',
    help: 'Connections at PORT that were closed at once because there were MAX_CONNECTIONS already',
    registers,
  });
  new Gauge({
    name: 'verse_submissions_build_info',
    help: 'Always 1; its label version is the version of the service',
    labelNames: ['version'],
    registers,
  }).set({ version: measured.version }, 1);
  new Gauge({
    name: 'clock_difference_seconds',
    help: 'By how much the clocks of the instance and of the database differed when they were last compared',
    registers,
    collect() {
      this.set(measured.clockDifference());
    },
  });
  new Gauge({
    name: 'key_set_age_seconds',
    help: 'Time since the key set of AUTH_JWKS_URL was last fetched; absent without one',
    registers,
    collect() {
      const age = measured.keySetAge();
      if (age === undefined) this.remove();
      else this.set(age);
    },
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'database_connections_max',
    help: 'The most connections to the database held at once',
    registers,
  }).set(pool.options.max);
  new Gauge({
    name: 'database_connections_awaited',
    help: 'Queries waiting for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  // Those that query the database come last, so that the connections they use are not counted
  // above.
  new Gauge({
    name: 'instance_ready',
    help: '1 if the instance can accept submissions (/readyz returns 200), otherwise 0',
    registers,
    async collect() {
      this.set(Number(await measured.isReady()));
    },
  });
  for (const [name, help, query] of [
    ['calendar_free_dates', 'Dates that can still be reserved, up to the horizon', measured.countFreeDates],
    [
      'calendar_covered_days',
      'Days from today (UTC) on that are reserved or blocked without a gap; 0 if today is neither',
      measured.countCoveredDays,
    ],
    ['calendar_paused', '1 while the calendar is paused, otherwise 0', async () => Number(await measured.isPaused())],
    [
      'calendar_days_until_unread',
      'Days from today (UTC) to the first date whose verse no editor has read; absent if there is none, and without the desk',
      measured.daysUntilUnread,
    ],
  ] as const) {
    const probe = createProbe<number | undefined>(query);
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          const value = await probe();
          if (value === undefined) this.remove();
          else this.set(value);
        } catch {
          this.remove(); // an old number would look current
        }
      },
    });
  }

  return {
    expectResponses({ document }) {
      for (const [method, { operationId, responses }] of Object.values(document.paths).flatMap(Object.entries)) {
        for (const status of Object.keys(responses)) {
          requests.zero({ operation: operationId, method: method.toUpperCase(), status });
        }
      }
    },
    measureRequest(ctx, milliseconds) {
      const operation = ctx.state.operation?.operationId ?? 'other';
      const method = methods.has(ctx.method) ? ctx.method : 'other';
      requests.observe({ operation, method, status: ctx.status }, milliseconds / 1000);
    },
    observeReservations: {
      outcome: (outcome) => reservations.inc({ outcome }),
      attempts: (attempts) => reservationAttempts.observe(attempts),
    },
    countChange: (action) => changes.inc({ action }),
    countDroppedConnection: () => droppedConnections.inc(),
    text: () => registry.metrics(),
  };
}
