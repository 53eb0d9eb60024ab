/**
 * `npm start`: the service on the PostgreSQL of `DATABASE_URL`, or on an embedded one. If it cannot
 * start, the process prints one line that says why and exits with code 1.
 */
import type { Logger } from 'pino';
import { closeOnSignal } from './cli/close-on-signal.ts';
import { isTracingOn } from './observability/tracing-switch.ts';
import type { Service } from './service.ts';

// Tracing instruments only modules that are loaded after it has started, so the rest is imported
// below.
const stopTracing = isTracingOn(process.env)
  ? (await import('./observability/tracing.ts')).startTracing()
  : async () => {};

const { readConfig, unknownVariables } = await import('./config.ts');
const { leavingMs } = await import('./http/client-limits.ts');
const { createLogger } = await import('./log.ts');
const { startService } = await import('./service.ts');
const { StartError } = await import('./start-error.ts');
const { version } = await import('./version.ts');

try {
  const config = readConfig(process.env);
  const { databaseUrl, auth } = config;
  if (databaseUrl !== undefined && auth !== undefined) {
    const logger = createLogger(config.logLevel);
    warnOfUnknownVariables(logger);
    const service = await startService({ ...config, databaseUrl, auth }, logger);
    logListening(service, logger);
    closeOnSignal(logger, [() => service.close(leavingMs), stopTracing]);
  } else {
    // Imported only here, because a production install has neither the embedded PostgreSQL, which
    // is looked for first, nor the log for terminals.
    const { introduction, startEmbedded } = await import('./embedded/start.ts');
    const { findBinaries } = await import('./embedded/postgres.ts');
    await findBinaries();
    const { createTerminalLogger } = await import('./embedded/terminal-log.ts');
    const logger = process.stdout.isTTY
      ? createTerminalLogger(process.env['LOG_LEVEL'] || undefined)
      : createLogger(config.logLevel);
    warnOfUnknownVariables(logger);
    const { service, postgres, demo } = await startEmbedded(config, logger);
    logListening(service, logger);
    console.log(introduction(service, config.pages, demo));
    closeOnSignal(logger, [service.close, postgres.stop, stopTracing]);
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

function warnOfUnknownVariables(logger: Logger): void {
  for (const [variable, nearest] of unknownVariables(process.env)) {
    logger.warn({ variable }, `unknown variable; did you mean ${nearest}?`);
  }
}

function logListening({ url, adminUrl }: Service, logger: Logger): void {
  logger.info({ url, adminUrl, version }, 'listening');
}
