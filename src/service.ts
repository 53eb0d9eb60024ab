import { createServer, type Server } from 'node:http';
import type Koa from 'koa';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { createAdminApp, createApp, createDeskRoutes, type DeskRoutes } from './app.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createCalendar } from './calendar/calendar.ts';
import { countCoveredDays, countFreeDates } from './calendar/free-dates.ts';
import { maxAttempts } from './calendar/retry.ts';
import { bookableDates, utcDate } from './calendar/window.ts';
import type { AuthConfig, Config } from './config.ts';
import { deskCheckMs, requestLimits } from './database/limits.ts';
import { assertSchemaIsCurrent, migrate, pendingMigrations } from './database/migrate.ts';
import { assertReachable, closeOrm, createOrm, type Orm } from './database/orm.ts';
import { assertUsable } from './database/usable.ts';
import type { ObserveChange } from './desk/change.ts';
import { createDesk } from './desk/desk.ts';
import { assertDeskUsable } from './desk/usable.ts';
import { metricsResponses } from './generated/operations.admin.ts';
import { watchClock } from './health/clock.ts';
import { createEndpoints } from './health/endpoints.ts';
import { createReadiness } from './health/readiness.ts';
import { handleClientErrors } from './http/client-errors.ts';
import { clientLimits, defaultMaxConnections, maxWaiting, stalledMs } from './http/limits.ts';
import { closeServer, listen } from './http/listen.ts';
import { serializePipelined } from './http/serialize-pipelined.ts';
import { urlOf } from './http/url-of.ts';
import { createMetrics } from './observability/metrics.ts';
import type { PagesOptions } from './pages/routes.ts';
import { createPlayers } from './player/players.ts';
import { builtChapters, createReadChapter } from './verse/chapters.ts';
import { version } from './version.ts';

/** The configuration, after the embedded default has filled in what was unset. */
export interface ServiceConfig extends Config {
  readonly databaseUrl: string;
  readonly auth: AuthConfig;
  /** Where `/` leads if there are pages; by default to `/submit`. */
  readonly home?: PagesOptions['home'];
  /** The folder with the text of the chapters; by default where the build has written it. */
  readonly chapters?: string;
}

export interface Service {
  /** The URL it listens on, e.g. http://127.0.0.1:3000 */
  readonly url: string;
  /** The URL of the probes and metrics; the same unless `ADMIN_PORT` is set. */
  readonly adminUrl: string;
  /**
   * Stops being ready at once, completes the requests in progress, then closes the sockets and the database connections. Two limits bound
   * the time this takes: after `clientClosingMs` the remaining clients are cut off, and after `databaseClosingMs`
   * an unresponsive database is left behind.
   */
  close(): Promise<void>;
}

/** The most database connections of the operator's desk: few people use it, and each request holds one. */
const deskPoolSize = 2;

/**
 * Brings the schema up to date, then listens.
 *
 * @param clock returns the current instant; tests replace the system's clock
 * @throws StartError when the database cannot be reached, migrations are missing and `migrateOnStart` is off, a table or a right is missing,
 *   the text of the chapters cannot be read, or the port cannot be used
 */
export async function startService(
  config: ServiceConfig,
  logger: Logger,
  clock: () => Temporal.Instant = systemClock,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const orm = opened.adopt(createOrm(config.databaseUrl, config.databasePoolSize, logger), closeOrm);
  // If no migration is pending, the role needs no right to change the schema.
  if (config.migrateOnStart && (await pendingMigrations(orm)).length > 0) {
    for (const migration of await migrate(config.databaseUrl, logger)) logger.info({ migration }, 'migration applied');
  }
  await assertSchemaIsCurrent(orm);
  await assertUsable(orm);

  const clockWatch = opened.use(await watchClock(orm, logger));
  const { authenticate, hasKeys, keySetAge, keptTokens } = opened.use(
    await createAuthenticate(config.auth, clock, logger),
  );
  const readiness = createReadiness(orm, clockWatch, hasKeys, logger);
  const metrics = createMetrics({
    version,
    pool: await orm.em.getConnection().getNativeClient(),
    maxAttempts,
    countFreeDates: () => countFreeDates(orm.em.fork().getKysely(), bookableDates(utcDate(clock()), config.calendar)),
    countCoveredDays: () => countCoveredDays(orm.em.fork().getKysely(), utcDate(clock())),
    isReady: async () => (await readiness.respond()).status === 200,
    clockDifference: clockWatch.difference,
    keySetAge,
    keptTokens,
  });
  const { measureRequest } = metrics;
  const endpoints = await createEndpoints(
    { readyz: readiness.respond, metrics: async () => metricsResponses.measurements(await metrics.text()) },
    logger,
  );
  const { home = async () => '/submit', puzzleUrl, signInUrl } = config;
  let desk: DeskRoutes | undefined;
  if (config.deskDatabaseUrl !== undefined) {
    // No probe asks for it: an instance without its desk still is ready for players.
    const deskOrm = opened.adopt(await connectDesk(config.deskDatabaseUrl, orm, logger), closeOrm);
    const observeChange: ObserveChange = ({ actor, action, dates }) => {
      metrics.countChange(action);
      logger.info({ actor, action, dates }, 'calendar changed');
    };
    desk = await createDeskRoutes({
      authenticate,
      desk: createDesk(deskOrm.em, config.calendar, observeChange),
      rules: config.calendar,
      clock,
      logger,
    });
  }
  const app = await createApp({
    authenticate,
    players: createPlayers(orm.em),
    calendar: createCalendar(orm.em, config.calendar, clock, metrics.observeReservation),
    readChapter: await createReadChapter(config.chapters ?? builtChapters),
    clock,
    corsOrigins: config.corsOrigins,
    endpoints: config.adminPort === undefined ? endpoints : undefined,
    desk: config.adminPort === undefined ? desk : undefined,
    measureRequest,
    logger,
    pages: config.pages ? { home, puzzleUrl, signInUrl } : undefined,
  });

  // Servers close in reverse order: probes get responses until the last request is complete.
  const open = async (koa: Koa, name: 'PORT' | 'ADMIN_PORT', port: number, maxConnections?: number) =>
    opened.adopt(await listen(createHttpServer(koa, maxConnections), config.host, name, port), closeServer);
  const admin =
    config.adminPort === undefined
      ? undefined
      : await open(
          await createAdminApp({ endpoints, desk, measureRequest, logger, docs: config.pages }),
          'ADMIN_PORT',
          config.adminPort,
        );
  const server = await open(app, 'PORT', config.port, config.maxConnections ?? defaultMaxConnections());
  server.on('drop', metrics.countDroppedConnection);

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

/** In milliseconds, the precision of `cooldownEndsAt`, so the stored instant and the one in the response are the same. */
function systemClock(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Date.now());
}

/**
 * Connects to the database as the role of the operator's desk. Each connection is checked before its first use. If it cannot be used, the log
 * says why, and players are served nevertheless.
 *
 * @param serviceOrm the service's connections to the same database
 * @throws DatabaseUrlError
 */
async function connectDesk(url: string, serviceOrm: Orm, logger: Logger): Promise<Orm> {
  const orm = createOrm(url, deskPoolSize, logger, requestLimits, 'DESK_DATABASE_URL', (client) =>
    pTimeout(assertDeskUsable(client, serviceOrm), { milliseconds: deskCheckMs }),
  );
  try {
    await assertReachable(orm, 'DESK_DATABASE_URL');
  } catch (err) {
    logger.error({ err }, 'desk unavailable: its requests fail until this is mended');
  }
  return orm;
}

/** @param maxConnections further ones are closed at once; unlimited by default */
function createHttpServer(app: Koa, maxConnections?: number): Server {
  const server = createServer(clientLimits, serializePipelined(app.callback(), maxWaiting)).setTimeout(stalledMs);
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  handleClientErrors(server);
  return server;
}
