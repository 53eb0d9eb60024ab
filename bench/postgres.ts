import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { cpuTime } from './cpu.ts';

/**
 * The benchmark's own PostgreSQL, with default settings, in a folder that is removed when the
 * server stops.
 */
export interface Server extends AsyncDisposable {
  createDatabase(): Promise<Database>;
}

export interface Database {
  readonly url: string;
  /** The CPU time the whole server has used so far, in microseconds. */
  cpu(): number;
  query(text: string, values?: unknown[]): Promise<unknown>;
}

export async function startServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-bench-'));
  const postgres = await startEmbeddedPostgres(directory);
  const postmaster = Number.parseInt(await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8'), 10);
  const pools: pg.Pool[] = [];
  const connect = (url: string): Database => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on('error', () => {}); // stopping the server breaks idle connections
    pools.push(pool);
    return { url, cpu: () => cpuTime(postmaster), query: (text, values) => pool.query(text, values) };
  };
  const server = connect(postgres.url);
  return {
    async createDatabase() {
      const url = new URL(postgres.url);
      url.pathname = `bench_${pools.length}`;
      await server.query(`create database ${url.pathname.slice(1)}`);
      return connect(url.href);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.end()));
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
