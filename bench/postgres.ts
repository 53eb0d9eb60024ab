import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { cpuTime } from './cpu.ts';

/** The benchmark's own PostgreSQL, with default settings, in a folder that is removed when the server stops. */
export interface Server extends AsyncDisposable {
  readonly version: string;
  createDatabase(): Promise<Database>;
}

export interface Database {
  readonly url: string;
  /** The CPU time the whole server has used so far, in microseconds. */
  cpu(): number;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function startServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-bench-'));
  const postgres = await startEmbeddedPostgres(directory);
  const pools: pg.Pool[] = [];
  let postmaster = 0;
  let databases = 0;
  const connect = (url: string): Database => {
    // The service limits the statements of its role, which is also ours: filling large tables takes longer.
    const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c statement_timeout=0' });
    pool.on('error', () => {}); // stopping the server breaks idle connections
    pools.push(pool);
    return {
      url,
      cpu: () => cpuTime(postmaster),
      query: async (text, values) => (await pool.query(text, values)).rows,
    };
  };
  const server = connect(postgres.url);
  const [row] = await server.query<{ version: string; postmaster: string }>(
    `select current_setting('server_version') as version, split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as postmaster`,
  );
  postmaster = Number(row?.postmaster);
  return {
    version: row?.version ?? '',
    async createDatabase() {
      const name = `bench_${++databases}`;
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
