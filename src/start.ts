import type { Logger } from 'pino';
import { readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { type Service, startService } from './service.ts';
import { StartError } from './start-error.ts';

/**
 * `npm start`: the service on the PostgreSQL of `DATABASE_URL`, or on an embedded one. The process ends with a line that says why
 * when it cannot be started.
 *
 * @param stopTracing called last of all
 */
export async function start(stopTracing: () => Promise<void>): Promise<void> {
  try {
    await open(stopTracing);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}

async function open(stopTracing: () => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const { databaseUrl, auth } = config;
  if (databaseUrl !== undefined && auth !== undefined) {
    const service = await startService({ ...config, databaseUrl, auth }, logger);
    logListening(service, logger);
    stopOnSignal(logger, [service.close, stopTracing]);
  } else {
    // Loaded only here: a production install has no embedded PostgreSQL.
    const { startEmbedded } = await import('./embedded/start.ts');
    const { service, postgres, curl } = await startEmbedded(config, logger);
    logListening(service, logger);
    if (curl !== undefined) console.log(`\nSubmit a verse as a player who has solved today's puzzle:\n\n${curl}\n`);
    stopOnSignal(logger, [service.close, postgres.stop, stopTracing]);
  }
}

function logListening({ url, adminUrl }: Service, logger: Logger): void {
  logger.info({ url, adminUrl }, 'listening');
}

/**
 * Ends the process when all has been closed, in order, or after nine seconds, so that nobody has to kill it; a second signal ends it
 * at once.
 */
function stopOnSignal(logger: Logger, closers: readonly (() => Promise<void>)[]): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), 9_000);
    for (const close of closers) await close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
