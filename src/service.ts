import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { createAdminApp, createApp } from './app.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { countFreeDates } from './calendar/count-free-dates.ts';
import { createCalendar } from './calendar/reserve.ts';
import { maxAttempts } from './calendar/retry.ts';
import { bookableDates, utcDate } from './calendar/window.ts';
import type { AuthConfig, Config } from './config.ts';
import { closingMs as databaseClosingMs } from './database/limits.ts';
import { assertSchemaIsCurrent, migrate, pendingMigrations } from './database/migrate.ts';
import { createOrm, type Orm } from './database/orm.ts';
import { metricsResponses } from './generated/operations.admin.ts';
import { handleClientErrors } from './http/client-errors.ts';
import { closingMs as clientClosingMs, clientLimits } from './http/limits.ts';
import { createEndpoints } from './observability/endpoints.ts';
import { createMetrics } from './observability/metrics.ts';
import { createReadiness } from './observability/readiness.ts';
import { createPlayers } from './player/eligibility.ts';
import { StartError } from './start-error.ts';

/** The configuration once the embedded default, if it is used, has filled in what was unset. */
export interface ServiceConfig extends Config {
  readonly databaseUrl: string;
  readonly auth: AuthConfig;
}

export interface Service {
  /** Where it listens, e.g. http://127.0.0.1:3000 */
  readonly url: string;
  /** Where it answers probes and gives its metrics; the same unless `ADMIN_PORT` is set. */
  readonly adminUrl: string;
  /**
   * At once no longer ready. Answers what is under way, then closes the sockets and the database connections. Takes no longer than
   * the limits for closing: clients that are still busy are cut off then, and a database that says nothing is not waited for.
   */
  close(): Promise<void>;
}

/**
 * Brings the schema up to date, then listens.
 *
 * @param clock what "now" is; the system's clock unless a test says otherwise
 * @throws StartError when the database cannot be reached, migrations are missing and `migrateOnStart` is off, or it cannot listen
 */
export async function startService(
  config: ServiceConfig,
  logger: Logger,
  clock: () => Temporal.Instant = systemClock,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const orm = opened.adopt(createOrm(config.databaseUrl, config.databasePoolSize, logger), closeOrm);
  // With nothing to apply, a role that may not change the schema is enough.
  if (config.migrateOnStart && (await pendingMigrations(orm)).length > 0) await migrate(config.databaseUrl, logger);
  await assertSchemaIsCurrent(orm);

  const readiness = createReadiness(orm, logger);
  const metrics = createMetrics(
    await orm.em.getConnection().getNativeClient(),
    () => countFreeDates(orm.em, bookableDates(utcDate(clock()), config.calendar)),
    maxAttempts,
  );
  const endpoints = await createEndpoints(
    { readyz: readiness.answer, metrics: async () => metricsResponses.measurements(await metrics.text()) },
    logger,
  );
  const app = await createApp({
    authenticate: await createAuthenticate(config.auth, clock, logger),
    players: createPlayers(orm.em),
    calendar: createCalendar(orm.em, config.calendar, metrics.observeAttempts),
    clock,
    corsOrigins: config.corsOrigins,
    endpoints: config.adminPort === undefined ? endpoints : undefined,
    measureRequest: metrics.measureRequest,
    logger,
  });

  // Closed in the reverse order: probes are answered until the last request has been.
  const open = async (koa: Koa, name: 'PORT' | 'ADMIN_PORT', port: number) =>
    opened.adopt(await listen(koa, config.host, name, port), closeServer);
  const admin =
    config.adminPort === undefined
      ? undefined
      : await open(createAdminApp(endpoints, logger), 'ADMIN_PORT', config.adminPort);
  const server = await open(app, 'PORT', config.port);

  const closers = opened.move();
  return {
    url: urlOf(server),
    adminUrl: urlOf(admin ?? server),
    async close() {
      readiness.stop();
      await closers.disposeAsync();
    },
  };
}

/** In milliseconds, as `cooldownEndsAt` is: a submission's instant is stored just as it is answered. */
function systemClock(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Date.now());
}

/** A database that says nothing is not waited for longer than `databaseClosingMs`. */
async function closeOrm(orm: Orm): Promise<void> {
  await Promise.race([orm.close(), wait(databaseClosingMs, undefined, { ref: false })]);
}

/** Takes no more connections and ends those that are idle, until none is left or `clientClosingMs` have passed. */
async function closeServer(server: Server): Promise<void> {
  const closed = promisify(server.close.bind(server))();
  // An answer that was under way leaves its connection open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), clientClosingMs);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
}

function listen(app: Koa, host: string, name: 'PORT' | 'ADMIN_PORT', port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(clientLimits, app.callback()).listen(port, host);
    handleClientErrors(server);
    server.once('listening', () => resolve(server));
    server.once('error', (cause) => {
      const message = `The service cannot listen on HOST ${host}, ${name} ${port}: ${cause.message}`;
      reject(new StartError(message, { cause }));
    });
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
