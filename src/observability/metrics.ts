import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Observe } from '../http/observe-requests.ts';
import { createProbe } from './probe.ts';

export interface Metrics {
  /** Records a request and its duration. */
  readonly measureRequest: Observe;
  /** Records a reservation and its number of attempts. */
  readonly observeAttempts: (attempts: number) => void;
  /** All measurements, in Prometheus's text format. */
  readonly text: () => Promise<string>;
}

/** In seconds: from half a millisecond, for a rejected token, to ten seconds, for a database that hardly responds. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Other methods count as `other`, so clients cannot create more series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Creates the measurements of one instance.
 *
 * @param pool the database connections of the instance
 * @param countFreeDates called when measurements are read; its measurement is left out if it fails or times out
 * @param maxAttempts the most attempts at a reservation
 */
export function createMetrics(pool: Pool, countFreeDates: () => Promise<number>, maxAttempts: number): Metrics {
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
  const reservations = new Histogram({
    name: 'reservation_attempts',
    help: 'Transactions that a reservation took; more than one after a conflict',
    buckets: Array.from({ length: maxAttempts }, (_, index) => index + 1),
    registers,
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
  // Last, so that the connection it uses is not counted above.
  const probeFreeDates = createProbe(countFreeDates);
  new Gauge({
    name: 'calendar_free_dates',
    help: 'Dates that can still be reserved, up to the horizon',
    registers,
    async collect() {
      try {
        this.set(await probeFreeDates());
      } catch {
        this.remove(); // an old number would look current
      }
    },
  });

  return {
    measureRequest(ctx, milliseconds) {
      const operation = ctx.state.operation?.operationId ?? 'other';
      const method = methods.has(ctx.method) ? ctx.method : 'other';
      requests.observe({ operation, method, status: ctx.status }, milliseconds / 1000);
    },
    observeAttempts: (attempts) => reservations.observe(attempts),
    text: () => registry.metrics(),
  };
}
