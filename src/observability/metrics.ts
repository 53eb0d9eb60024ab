import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServedContract } from '../api/contracts.ts';
import type { Authentication } from '../auth/authenticate.ts';
import { countCoveredDays, countFreeDates } from '../calendar/free-dates.ts';
import type { ObserveReservations, ReservationOutcome } from '../calendar/reservation.ts';
import { maxAttempts } from '../calendar/transaction.ts';
import { readUnread } from '../calendar/unread.ts';
import { bookableDates, type CalendarRules, utcDate } from '../calendar/window.ts';
import type { Orm } from '../database/orm.ts';
import { type Action, actions } from '../entities/calendar-change.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import type { ClockWatch } from '../health/clock.ts';
import { createProbe } from '../health/probe.ts';
import type { Readiness } from '../health/readiness.ts';
import type { Observe } from '../http/observe-requests.ts';
import { version } from '../version.ts';

/** What the measurements describe. */
interface Measured {
  readonly orm: Orm;
  readonly rules: CalendarRules;
  readonly hasDesk: boolean;
  readonly clock: () => Temporal.Instant;
  readonly clockWatch: ClockWatch;
  readonly readiness: Readiness;
  readonly authentication: Authentication;
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

/** A number that is read whenever measurements are; without one, its series is left out. */
type Read = () => number | undefined | Promise<number | undefined>;

/** Creates the measurements of one instance. */
export async function createMetrics(measured: Measured) {
  const { orm, rules, hasDesk, clock, clockWatch, readiness, authentication } = measured;
  const pool = await orm.em.getConnection().getNativeClient();
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  function gauge(name: string, help: string, read: Read): void {
    const collect = async function (this: Gauge): Promise<void> {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    };
    new Gauge({ name, help, registers, collect });
  }

  /** An old number would look current, so there is none where the query fails or times out. */
  function gaugeOfDatabase(name: string, help: string, query: () => Promise<number | undefined>): void {
    const probe = createProbe(query);
    gauge(name, help, () => probe().catch(() => undefined));
  }

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
    buckets: Array.from({ length: maxAttempts }, (_, index) => index + 1),
    registers,
  });
  const changes = new Counter({
    name: 'calendar_changes_total',
    help: `Changes of the calendar by operators that this instance has stored, and erasures of players, by action: ${actions.join(', ')}`,
    labelNames: ['action'],
    registers,
  });
  for (const action of actions) changes.inc({ action }, 0);
  gauge(
    'kept_tokens',
    'Tokens that are kept because they are verified, at most 10000',
    () => authentication.keptTokens().count,
  );
  new Counter({
    name: 'kept_token_hits_total',
    help: 'Requests whose token was kept, so that it was not verified again',
    registers,
    collect() {
      this.reset();
      this.inc(authentication.keptTokens().hits);
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
  }).set({ version }, 1);
  gauge(
    'clock_difference_seconds',
    'By how much the clocks of the instance and of the database differed when they were last compared',
    clockWatch.difference,
  );
  gauge(
    'key_set_age_seconds',
    'Time since the key set of AUTH_JWKS_URL was last fetched; absent without one',
    authentication.keySetAge,
  );
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
  gauge('database_connections_max', 'The most connections to the database held at once', () => pool.options.max);
  gauge('database_connections_awaited', 'Queries waiting for a connection', () => pool.waitingCount);
  // Those that query the database come last, so that the connections they use are not counted
  // above.
  gauge('instance_ready', '1 if the instance can accept submissions (/readyz returns 200), otherwise 0', async () =>
    Number((await readiness.respond()).status === 200),
  );
  gaugeOfDatabase('calendar_free_dates', 'Dates that can still be reserved, up to the horizon', () =>
    countFreeDates(orm.em.fork().getKysely(), bookableDates(utcDate(clock()), rules)),
  );
  gaugeOfDatabase(
    'calendar_covered_days',
    'Days from today (UTC) on that are reserved or blocked without a gap; 0 if today is neither',
    () => countCoveredDays(orm.em.fork().getKysely(), utcDate(clock())),
  );
  gaugeOfDatabase('calendar_paused', '1 while the calendar is paused, otherwise 0', async () =>
    Number((await orm.em.fork().count(CalendarPause)) > 0),
  );
  gaugeOfDatabase(
    'calendar_days_until_unread',
    'Days from today (UTC) to the first date whose verse no editor has read; absent if there is none, and without the desk',
    async () => {
      const today = utcDate(clock());
      const { firstUnread } = hasDesk ? await readUnread(orm.em.fork().getKysely(), today) : {};
      return firstUnread === undefined ? undefined : today.until(firstUnread).days;
    },
  );

  const observeReservations: ObserveReservations = {
    outcome: (outcome) => reservations.inc({ outcome }),
    attempts: (attempts) => reservationAttempts.observe(attempts),
  };
  const measureRequest: Observe = (ctx, milliseconds) => {
    const operation = ctx.state.operation?.operationId ?? 'other';
    const method = methods.has(ctx.method) ? ctx.method : 'other';
    requests.observe({ operation, method, status: ctx.status }, milliseconds / 1000);
  };
  return {
    /** Begins a series for each response that a contract documents. */
    expectResponses({ document }: ServedContract): void {
      for (const [method, { operationId, responses }] of Object.values(document.paths).flatMap(Object.entries)) {
        for (const status of Object.keys(responses)) {
          requests.zero({ operation: operationId, method: method.toUpperCase(), status });
        }
      }
    },
    measureRequest,
    observeReservations,
    /** Records a change of the calendar, or the erasure of a player. */
    countChange: (action: Action) => changes.inc({ action }),
    /** Records a connection that was closed because of `MAX_CONNECTIONS`. */
    countDroppedConnection: () => droppedConnections.inc(),
    /** All measurements, in Prometheus's text format. */
    text: () => registry.metrics(),
  };
}
