import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from './postgres.ts';
import { type Statement, statements } from './statements.ts';

const run = promisify(execFile);
const seconds = 5;

/** How many players a statement is about: about as many as the service gathers under load. */
const batch = 32;

/** What PostgreSQL can do at most with the service's statements alone, in players per second. */
export interface Limit {
  readonly gate: number;
  readonly reservation: number;
}

/**
 * @param database with the service's schema; it gets submissions
 * @returns undefined where pgbench is not installed
 */
export async function measureLimit(database: Database): Promise<Limit | undefined> {
  const pgbench = await findPgbench();
  if (pgbench === undefined) return undefined;
  const { gate, lock, freeDates, insert } = await statements(batch);
  const each = (expression: string) => `array(select ${expression} from generate_series(1, ${batch}) as i)`;
  const gateScript = `${fill(gate, [each(`'player-' || (1e6 * random())::integer`), each(`date '2026-11-21'`)])};`;
  const reservationScript = [
    'begin;',
    `${fill(lock)};`,
    `${fill(freeDates)} \\aset`, // sets :date to the last of the free dates
    `${fill(insert, [
      each('gen_random_uuid()::text'),
      each(`'JHN'`),
      each('3'),
      each('16'),
      each(`:date::date - ${batch} + i`),
      each('now()'),
      each(`'January 1 – 14, 2100'`),
      each('null::text'),
    ])};`,
    'commit;',
  ].join('\n');
  return {
    gate: batch * (await transactionsPerSecond(pgbench, database, gateScript, 2)),
    reservation: batch * (await transactionsPerSecond(pgbench, database, reservationScript, 1)),
  };
}

/** The statement with its parameters, or with other expressions in their place, written into its text. */
function fill({ sql, parameters }: Statement, expressions = parameters.map(literal)): string {
  return sql.replaceAll(/\$(\d+)/g, (_, number) => expressions[Number(number) - 1] ?? '');
}

function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}

async function transactionsPerSecond(
  pgbench: string,
  { url }: Database,
  script: string,
  clients: number,
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const file = join(directory, 'script.sql');
    await writeFile(file, script);
    const { username, password, hostname, port, pathname } = new URL(url);
    const { stdout } = await run(
      pgbench,
      ['-n', '-M', 'extended', '-c', String(clients), '-T', String(seconds), '-f', file, pathname.slice(1)],
      { env: { PGUSER: username, PGPASSWORD: password, PGHOST: hostname, PGPORT: port } },
    );
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Debian keeps it apart from the other commands. */
async function findPgbench(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  for (const candidate of ['pgbench', ...versions.map((version) => join(debian, version, 'bin/pgbench'))]) {
    if (await run(candidate, ['--version']).catch(() => undefined)) return candidate;
  }
  return undefined;
}
