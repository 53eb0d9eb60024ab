import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createCalendar } from './calendar/reserve.ts';
import type { AuthConfig, Config } from './config.ts';
import { closingMs as databaseClosingMs } from './database/limits.ts';
import { assertSchemaIsCurrent, migrate } from './database/migrate.ts';
import { createOrm } from './database/orm.ts';
import { answerClientErrors } from './http/client-errors.ts';
import { closingMs as clientClosingMs, clientLimits } from './http/limits.ts';
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
   * Answers what is under way, then closes the socket and the database connections. Takes no longer than the limits for closing:
   * clients that are still busy are cut off then, and a database that says nothing is not waited for.
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
        await Promise.race([orm.close(), wait(databaseClosingMs, undefined, { ref: false })]);
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
