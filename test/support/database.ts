import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { query } from './sql.ts';

export interface TestDatabase {
  readonly url: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A database of its own. `template_migrated` has the schema, `template1` has nothing. */
export async function createTestDatabase(template = 'template_migrated'): Promise<TestDatabase> {
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    query: (text, values) => query(url.href, text, values),
    drop: async () => {
      await query(server, `drop database ${name} with (force)`);
    },
  };
}
