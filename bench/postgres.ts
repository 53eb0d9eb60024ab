import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';

/** A PostgreSQL of the benchmark's own, with its default settings, in a folder that goes when it is stopped. */
export interface Server extends AsyncDisposable {
  readonly version: string;
  createDatabase(name: string): Promise<Database>;
}

export interface Database {
  readonly url: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function startServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-bench-'));
  const postgres = await startEmbeddedPostgres(directory);
  const pools: pg.Pool[] = [];
  const connect = (url: string): Database => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on('error', () => {}); // the server is stopped at the end
    pools.push(pool);
    return { url, query: async (text, values) => (await pool.query(text, values)).rows };
  };
  const server = connect(postgres.url);
  const [row] = await server.query<{ server_version: string }>('show server_version');
  return {
    version: row?.server_version ?? '',
    async createDatabase(name) {
      await server.query(`create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = name;
      return connect(url.href);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.end()));
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
