/** Applies the migrations that the database of DATABASE_URL lacks: `npm run db:migrate`. */
import { environment, parseEnvironment } from '../src/config.ts';
import { migrate } from '../src/database/migrate.ts';
import { createLogger } from '../src/log.ts';
import { StartError } from '../src/start-error.ts';

try {
  const schema = environment.pick({ DATABASE_URL: true, LOG_LEVEL: true });
  const { DATABASE_URL, LOG_LEVEL } = parseEnvironment(schema, process.env);
  if (DATABASE_URL === undefined) {
    throw new StartError('DATABASE_URL is not set: the embedded PostgreSQL is migrated by `npm start`');
  }
  await migrate(DATABASE_URL, createLogger(LOG_LEVEL));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
