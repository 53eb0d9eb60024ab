import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate } from '../../src/database/migrate.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { migratedTemplate } from './database.ts';
import { asRole, createRoles, setPasswords } from './roles.ts';
import { query } from './sql.ts';

/** One PostgreSQL for all tests, and a migrated database that each test file's own is cloned from. */
export default async function globalSetup(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-'));
  // Nothing outlives the tests, so nothing needs to reach the disk.
  const postgres = await startEmbeddedPostgres(directory, { fsync: 'off', max_connections: '200' });
  const template = new URL(postgres.url);
  template.pathname = migratedTemplate;
  await query(postgres.url, `create database ${migratedTemplate}`);
  await createRoles(template.href);
  await setPasswords(template.href);
  await migrate(asRole(template.href, 'verses_owner'), pino({ level: 'silent' }));
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  Object.assign(globalThis, { testPostgres: { postgres, directory } });
}
