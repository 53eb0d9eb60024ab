/** Applies the migrations that the database of DATABASE_URL lacks: `npm run db:migrate`. */
import { readConfig } from '../src/config.ts';
import { migrate } from '../src/database/migrate.ts';
import { createLogger } from '../src/log.ts';

const { databaseUrl, logLevel } = readConfig(process.env);
if (databaseUrl === undefined) {
  console.error('DATABASE_URL is not set: the embedded PostgreSQL is migrated by `npm start`.');
  process.exitCode = 1;
} else {
  await migrate(databaseUrl, createLogger(logLevel));
}
