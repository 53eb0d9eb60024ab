import { setTimeout } from 'node:timers/promises';
import type { Router } from '@koa/router';
import type { Logger } from 'pino';
import type { State } from './api/state.ts';
import { createApp } from './app.ts';
import { type AuthConfig, createAuthenticate } from './auth/authenticate.ts';
import type { ObserveChange } from './calendar/change.ts';
import type { Config } from './config.ts';
import { checkCooldown } from './database/check-cooldown.ts';
import { checkDatabase } from './database/check-database.ts';
import { assertSchemaIsCurrent, migrate, pendingMigrations } from './database/migrate.ts';
import { closeOrm, createOrm, type EntityManager } from './database/orm.ts';
import { logIgnoredParameters } from './database/url.ts';
import { createDeskModule } from './desk/module.ts';
import { metricsResponses } from './generated/operations.admin.ts';
import { createPlayersModule } from './handlers/module.ts';
import { watchClock } from './health/clock.ts';
import { createEndpoints } from './health/endpoints.ts';
import { createReadiness } from './health/readiness.ts';
import { defaultMaxConnections } from './http/client-limits.ts';
import { closeServer, openServer, urlOf } from './http/listen.ts';
import type { Observe } from './http/observe-requests.ts';
import { createMetrics } from './observability/metrics.ts';
import { createPages, type PagesOptions } from './pages/routes.ts';
import { createPuzzleModule } from './puzzle/module.ts';
import { builtChapters, createReadChapter } from './verse/chapters.ts';
import { createReadWordIndex } from './verse/find-verses.ts';

/** The configuration, after the embedded default has filled in what was unset. */
export interface ServiceConfig extends Config {
  readonly databaseUrl: string;
  readonly auth: AuthConfig;
  /** Where `/` leads if there are pages; by default to `/submit`. */
  readonly home?: PagesOptions['home'];
  /** What each port serves beside its contracts and pages. */
  readonly routes?: Router<State>;
  /** Called after each request. */
  readonly observers?: readonly Observe[];
  /** The folder with the text of the chapters; by default where the build has written it. */
  readonly chapters?: string;
}

export interface Service {
  /** The URL it listens on, e.g. http://127.0.0.1:3000 */
  readonly url: string;
  /** The URL of the probes and metrics; the same unless `ADMIN_PORT` is set. */
  readonly adminUrl: string;
  /** Uses the service's database connections. */
  readonly em: EntityManager;
  /**
   * Stops being ready at once, completes the requests in progress, then closes the sockets and the
   * database connections. Two limits bound the time this takes: after `clientClosingMs` the
   * remaining clients are cut off, and after `databaseClosingMs` an unresponsive database is left
   * behind.
   *
   * @param leavingMs for how long it still accepts requests, in milliseconds, since a connection's
   *   next response says that it closes; by default not at all
   */
  close(leavingMs?: number): Promise<void>;
}

/**
 * Brings the schema up to date, then listens.
 *
 * @param clock returns the current instant; tests replace the system's clock
 * @throws StartError when the database cannot be reached, migrations are missing and
 *   `migrateOnStart` is off, a table or a right is missing, its cooldown is another one, the text of the chapters cannot be
 *   read, or the port cannot be used
 */
export async function startService(
  config: ServiceConfig,
  logger: Logger,
  clock: () => Temporal.Instant = systemClock,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const orm = opened.adopt(createOrm(config.databaseUrl, config.databasePoolSize, logger), closeOrm);
  logIgnoredParameters(config.databaseUrl, 'DATABASE_URL', logger);
  // If no migration is pending, the role needs no right to change the schema.
  if (config.migrateOnStart && (await pendingMigrations(orm)).length > 0) {
    for (const migration of await migrate(config.databaseUrl, logger)) logger.info({ migration }, 'migration applied');
  }
  await assertSchemaIsCurrent(orm);
  await checkDatabase(orm);
  await checkCooldown(orm);

  const clockWatch = opened.use(await watchClock(orm, logger));
  const authentication = opened.use(await createAuthenticate(config.auth, clock, logger));
  const { authenticate, hasKeys } = authentication;
  const stopping = new AbortController();
  const readiness = createReadiness(orm, clockWatch, hasKeys, stopping.signal, logger);
  const rules = config.calendar;
  const hasDesk = config.desk !== undefined;
  const metrics = await createMetrics({ orm, rules, hasDesk, clock, clockWatch, readiness, authentication });
  const endpoints = await createEndpoints(
    { readyz: readiness.respond, metrics: async () => metricsResponses.measurements(await metrics.text()) },
    logger,
  );
  const observe: ObserveChange = ({ actor, action, dates }) => {
    metrics.countChange(action);
    logger.info({ actor, action, dates }, 'calendar changed');
  };

  const { chapters = builtChapters, home = async () => '/submit', puzzleUrl, signInUrl, corsOrigins } = config;
  const readChapter = await createReadChapter(chapters);
  const readWordIndex = createReadWordIndex(chapters);
  const needed = { orm, rules, readChapter, readWordIndex, authenticate, clock, observe, logger };
  const players = await createPlayersModule({
    ...needed,
    observeReservations: metrics.observeReservations,
    corsOrigins,
    pages: config.pages ? await createPages({ home, puzzleUrl, signInUrl }) : undefined,
  });
  const forOperators = config.desk ? [opened.use(await createDeskModule({ ...needed, ...config.desk }))] : [];
  const forSite = config.puzzle ? [opened.use(await createPuzzleModule({ ...needed, ...config.puzzle }))] : [];

  for (const { contract } of [...forOperators, ...forSite, players]) metrics.expectResponses(contract);

  const { host, port, adminPort, maxConnections = defaultMaxConnections(), routes, pages: docs } = config;
  const observers = [metrics.measureRequest, ...(config.observers ?? [])];
  const common = { routes, docs, observers, stopping: stopping.signal, logger };
  // Both apps before the first port, since an instance that responds to probes must also serve
  // players.
  const adminApp = adminPort !== undefined && (await createApp({ ...common, endpoints, modules: forOperators }));
  const app = adminApp
    ? await createApp({ ...common, modules: [...forSite, players] })
    : await createApp({ ...common, endpoints, modules: [...forOperators, ...forSite, players] });

  // Servers close in reverse order: probes get responses until the last request is complete.
  const open = async (...server: Parameters<typeof openServer>) =>
    opened.adopt(await openServer(...server), closeServer);
  const admin = adminApp && (await open(adminApp.callback(), host, 'ADMIN_PORT', adminPort));
  const server = await open(app.callback(), host, 'PORT', port, maxConnections);
  server.on('drop', metrics.countDroppedConnection);

  const closers = opened.move();
  return {
    url: urlOf(server),
    adminUrl: urlOf(admin || server),
    em: orm.em,
    async close(leavingMs = 0) {
      stopping.abort();
      await setTimeout(leavingMs);
      await closers.disposeAsync();
    },
  };
}

/**
 * In milliseconds, the precision of `cooldownEndsAt`, so the stored instant and the one in the
 * response are the same.
 */
function systemClock(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Date.now());
}
