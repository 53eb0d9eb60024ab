import { join } from 'node:path';
import { pino } from 'pino';
import { build } from '../../scripts/build.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migratedTemplate } from './database.ts';
import { startPostgres } from './postgres.ts';
import { asRole, createRoles, setPasswords } from './roles.ts';
import { query } from './sql.ts';

/**
 * Builds `dist/`, and starts one PostgreSQL for all tests, with a migrated database from which each
 * test's own is cloned.
 */
export default async function globalSetup(): Promise<void> {
  await build();
  // The data need not survive a crash: nothing waits for the disk, which other processes may keep
  // busy for seconds.
  const postgres = await startPostgres({
    fsync: 'off',
    synchronous_commit: 'off',
    synchronous_standby_names: 'nobody', // confirms no commit of a test that sets synchronous_commit
    full_page_writes: 'off',
    wal_init_zero: 'off',
    wal_recycle: 'off',
    scram_iterations: '1', // a third of the time of a connection
    max_connections: '200',
  });
  const template = new URL(postgres.url);
  template.pathname = migratedTemplate;
  await query(postgres.url, `create database ${migratedTemplate}`);
  await createRoles(template.href);
  await setPasswords(template.href);
  // A database or a role may have any of these settings.
  for (const role of ['verses_owner', 'verses_service', 'verses_puzzle', 'verses_desk']) {
    for (const setting of [
      "datestyle = 'German'",
      "intervalstyle = 'sql_standard'",
      "timezone = 'Asia/Kathmandu'",
      'standard_conforming_strings = off',
      "default_transaction_isolation = 'repeatable read'",
    ]) {
      await query(template.href, `alter role ${role} set ${setting}`);
    }
  }
  await migrate(asRole(template.href, 'verses_owner'), pino({ level: 'silent' }));
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  // Tests start Node hundreds of times, mostly to run the same files: it keeps what it has
  // compiled.
  process.env['NODE_COMPILE_CACHE'] = join(postgres.directory, 'compiled');
  Object.assign(globalThis, { testPostgres: postgres });
}
