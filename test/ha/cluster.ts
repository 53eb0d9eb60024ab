import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';
import type { TestDatabase } from '../support/database.ts';
import { query } from '../support/sql.ts';

const run = promisify(execFile);
const script = join(root, 'deploy/ha/cluster');

export const nodes = ['node1', 'node2', 'node3'] as const;
export type Node = (typeof nodes)[number];

/** How the service reaches the primary. */
export type Way = 'HAPROXY_URL' | 'NODES_URL' | 'PGBOUNCER_URL';

/** Runs a command of `deploy/ha/cluster`, and returns its output. */
export async function cluster(...args: string[]): Promise<string> {
  const { stdout } = await run(script, args, { maxBuffer: 10_000_000 });
  return stdout.trim();
}

/** A database in the cluster, owned by the service's role. */
export interface HaDatabase extends TestDatabase {
  readonly name: string;
  /** For the service. */
  urlBy(way: Way): string;
}

export async function createHaDatabase(): Promise<HaDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(url('ADMIN_URL'), `create database ${name} owner verses`);
  const urlBy = (way: Way) => url(way).replace(/\/verses(?=\?|$)/, `/${name}`);
  return {
    name,
    url: urlBy('HAPROXY_URL'),
    serviceUrl: urlBy('HAPROXY_URL'),
    urlBy,
    query: (text, values) => query(urlBy('HAPROXY_URL'), text, values),
    drop: async () => {
      await query(url('ADMIN_URL'), `drop database ${name} with (force)`);
    },
  };
}

function url(name: Way | 'ADMIN_URL'): string {
  const found = new RegExp(`^${name}=(.*)$`, 'm').exec(process.env['TEST_HA_URLS'] ?? '')?.[1];
  if (found === undefined) throw new Error(`The cluster has no ${name}`);
  return found;
}

/**
 * Runs a query on a node itself, even one that is cut off; undefined when the node does not run.
 */
export async function ask(node: Node, text: string, database = 'postgres'): Promise<string | undefined> {
  try {
    return await cluster('psql', node, '-d', database, '-Atc', text);
  } catch {
    return undefined;
  }
}

/** The role that each node itself reports. */
export async function roles(): Promise<Record<Node, 'primary' | 'replica' | 'down'>> {
  const reported = await Promise.all(nodes.map((node) => ask(node, 'select pg_is_in_recovery()')));
  const names = { t: 'replica', f: 'primary' } as const;
  return Object.fromEntries(
    nodes.map((node, index) => [node, names[reported[index] as 't' | 'f'] ?? 'down']),
  ) as Awaited<ReturnType<typeof roles>>;
}
