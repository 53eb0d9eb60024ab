import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { asRole } from './roles.ts';
import { query } from './sql.ts';

export const migratedTemplate = 'template_migrated';

export interface TestDatabase {
  /** For the tests: as a superuser. */
  readonly url: string;
  /**
   * For the service: as the role `verses_service`, or as a superuser if the service has to apply
   * the migrations.
   */
  readonly serviceUrl: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a database. `template_migrated` has the schema, `template1` is empty. */
export async function createTestDatabase(template = migratedTemplate): Promise<TestDatabase> {
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes half the processor time that writing each page to the log takes.
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  const { href } = Object.assign(new URL(server), { pathname: name });
  return {
    url: href,
    serviceUrl: template === migratedTemplate ? asRole(href, 'verses_service') : href,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await poolOf(href).query<Row>(text, values)).rows,
    drop: async () => {
      await disconnect(href);
      await query(server, `drop database ${name} with (force)`);
    },
  };
}

/** Changes a setting for new connections to a database, e.g. `timezone = 'Europe/Berlin'`. */
export async function alterDatabase({ url, query }: TestDatabase, setting: string): Promise<void> {
  await query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
  await disconnect(url);
}

/** A connection for each statement would take most of the time of a test with hundreds of them. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  let pool = pools.get(url);
  if (pool === undefined) {
    pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true });
    pool.on('error', () => {}); // a test may end all connections to its database
    pools.set(url, pool);
  }
  return pool;
}

async function disconnect(url: string): Promise<void> {
  const pool = pools.get(url);
  pools.delete(url);
  await pool?.end();
}
