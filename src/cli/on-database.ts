import { Command } from 'commander';
import type { Logger } from 'pino';
import { environment, parseEnvironment } from '../config.ts';
import { logIgnoredParameters } from '../database/url.ts';
import { createLogger } from '../log.ts';
import { StartError } from '../start-error.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs a script that works on the database of DATABASE_URL and takes no arguments. If it fails, it
 * prints the error to standard error, and the exit code is 1.
 *
 * @param name the name of the npm script
 * @param run the script; of a StartError, only the message is printed
 */
export async function onDatabase(
  name: string,
  description: string,
  run: (url: string, logger: Logger) => Promise<void>,
): Promise<void> {
  const command = new Command(`npm run ${name} --`).description(description).action(async () => {
    const wanted = { DATABASE_URL: environment.DATABASE_URL, LOG_LEVEL: environment.LOG_LEVEL };
    const { DATABASE_URL, LOG_LEVEL } = parseEnvironment(wanted, process.env);
    if (DATABASE_URL === undefined) {
      throw new StartError('DATABASE_URL is not set: `npm start` migrates the embedded PostgreSQL');
    }
    const logger = createLogger(LOG_LEVEL);
    logIgnoredParameters(DATABASE_URL, 'DATABASE_URL', logger);
    await run(DATABASE_URL, logger);
  });
  await runCommand(() => command.parseAsync());
}
