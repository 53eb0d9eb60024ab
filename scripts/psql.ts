/**
 * Opens psql on the embedded database of a running `npm start`. Its arguments are psql's:
 *
 *   npm run psql
 *   npm run psql -- -c 'select * from scheduled_submission'
 */
import { spawnSync } from 'node:child_process';
import { runCommand } from '../src/cli/run-command.ts';
import { embeddedDirectory } from '../src/embedded/folder.ts';
import { embeddedUrl } from '../src/embedded/postgres.ts';
import { StartError } from '../src/start-error.ts';

// Ctrl-C is psql's: it cancels a query.
process.on('SIGINT', () => {});

await runCommand(async () => {
  const url = await embeddedUrl(embeddedDirectory);
  if (url === undefined) {
    throw new StartError('The embedded PostgreSQL is not running: run `npm start` in another terminal');
  }
  // libpq's variables, such as PGSSLMODE, are of another server.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
  const { error, status } = spawnSync('psql', [url, ...process.argv.slice(2)], { stdio: 'inherit', env });
  if (error !== undefined) {
    throw new StartError(`psql is not installed. Connect another client of PostgreSQL to ${url}`);
  }
  process.exitCode = status ?? 1;
});
