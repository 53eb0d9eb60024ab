import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createCalendar } from './calendar/reserve.ts';
import type { AuthConfig, Config } from './config.ts';
import { assertSchemaIsCurrent, migrate } from './database/migrate.ts';
import { createOrm } from './database/orm.ts';
import { answerClientErrors } from './http/client-errors.ts';
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
  /**
   * Answers what is under way, then closes the socket and the database connections. Takes eight seconds at most: clients that are
   * still busy after five are cut off, and a database that says nothing is waited for no longer than three.
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
  const orm = createOrm(config.databaseUrl, config.databasePoolSize, logger);
  try {
    if (config.migrateOnStart) await migrate(config.databaseUrl, logger);
    await assertSchemaIsCurrent(orm);
    const app = await createApp({
      authenticate: createAuthenticate(config.auth, clock, logger),
      players: createPlayers(orm.em),
      calendar: createCalendar(orm.em, config.calendar),
      clock,
      corsOrigins: config.corsOrigins,
      logger,
    });
    const server = await listen(app.callback(), config);
    return {
      url: urlOf(server.address() as AddressInfo),
      async close() {
        await closeServer(server);
        await Promise.race([orm.close(), wait(3_000, undefined, { ref: false })]);
      },
    };
  } catch (error) {
    await orm.close();
    throw error;
  }
}

/** In milliseconds, as `cooldownEndsAt` is: a submission's instant is stored just as it is answered. */
function systemClock(): Temporal.Instant {
  return Temporal.Now.instant().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
}

/** So that slow clients take up nothing for long, in milliseconds; the service's own answers are not limited by these. */
const clientLimits: ServerOptions = {
  headersTimeout: 10_000, // to send the headers, from the connection or the answer before
  requestTimeout: 15_000, // to send the whole request
  keepAliveTimeout: 5_000, // between an answer and the next request
  connectionsCheckingInterval: 1_000,
};

/** Takes no more connections and ends those that are idle, until none is left; after five seconds it ends all. */
async function closeServer(server: Server): Promise<void> {
  const closed = promisify(server.close.bind(server))();
  // An answer that was under way leaves its connection open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), 5_000);
  await closed;
  clearInterval(idle);
  clearTimeout(patience);
}

function listen(listener: RequestListener, { port, host }: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(clientLimits, listener).listen(port, host);
    answerClientErrors(server);
    server.once('listening', () => resolve(server));
    server.once('error', (cause) => {
      const message = `The service cannot listen on HOST ${host}, PORT ${port}: ${cause.message}`;
      reject(new StartError(message, { cause }));
    });
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
