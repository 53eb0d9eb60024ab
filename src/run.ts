import type { Logger } from 'pino';
import { readConfig, unknownVariables } from './config.ts';
import { leavingMs } from './http/client-limits.ts';
import { createLogger } from './log.ts';
import type { Tracing } from './observability/tracing-switch.ts';
import { closeOnSignal } from './process/close-on-signal.ts';
import { type Service, startService } from './service.ts';
import { version } from './version.ts';

/**
 * Runs the service, on the PostgreSQL of `DATABASE_URL` or on an embedded one, until a signal.
 *
 * @throws StartError when it cannot start
 */
export async function run({ observers, stopTracing }: Tracing): Promise<void> {
  const config = { ...readConfig(process.env), observers };
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
    const { findPrograms } = await import('./embedded/programs.ts');
    await findPrograms();
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
}

function warnOfUnknownVariables(logger: Logger): void {
  for (const [variable, nearest] of unknownVariables(process.env)) {
    logger.warn({ variable }, `unknown variable; did you mean ${nearest}?`);
  }
}

function logListening({ url, adminUrl }: Service, logger: Logger): void {
  logger.info({ url, adminUrl, version }, 'listening');
}
