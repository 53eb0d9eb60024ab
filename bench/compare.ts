import { pino } from 'pino';
import { migrate } from '../src/database/migrate.ts';
import type { Measurement } from './load.ts';
import { table } from './markdown.ts';
import { paths, submitAll } from './paths.ts';
import { measureLimit } from './pgbench.ts';
import type { Database, Server } from './postgres.ts';
import { median, medians } from './statistics.ts';
import { startTarget, type TargetName } from './target.ts';

const rounds = 3;

/** `npm run bench`: the service and the hand-written yardstick in turn, on every path. */
export async function compare(server: Server): Promise<string> {
  const databases = {
    service: await migrated(server, 'service'),
    'hand-written': await server.createDatabase('hand_written'),
  };
  const starts = {
    service: await startTimes('service', databases),
    'hand-written': await startTimes('hand-written', databases),
  };
  const tables = [await comparePaths(databases, starts), await share(server), await limit(server)];
  return tables.join('\n\n');
}

async function migrated(server: Server, name: string): Promise<Database> {
  const database = await server.createDatabase(name);
  await migrate(database.url, pino({ level: 'silent' }));
  return database;
}

/** The first start is left out: the yardstick makes its tables then. */
async function startTimes(name: TargetName, databases: Record<TargetName, Database>): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start <= rounds; start += 1) {
    await using target = await startTarget(name, databases[name]);
    times.push(target.startMs);
  }
  return median(times.slice(1));
}

async function comparePaths(
  databases: Record<TargetName, Database>,
  starts: Record<TargetName, number>,
): Promise<string> {
  await using service = await startTarget('service', databases.service);
  await using yardstick = await startTarget('hand-written', databases['hand-written']);
  const rows = [];
  for (const { name, run } of paths) {
    const measured = { service: [] as Measurement[], yardstick: [] as Measurement[] };
    for (let round = 0; round <= rounds; round += 1) {
      const [a, b] = [await run(service), await run(yardstick)];
      if (round === 0) continue; // to warm up
      measured.service.push(a);
      measured.yardstick.push(b);
    }
    const [a, b] = [medians(measured.service), medians(measured.yardstick)];
    rows.push([
      name,
      a.requestsPerSecond,
      a.p50,
      a.p99,
      b.requestsPerSecond,
      b.p50,
      b.p99,
      a.requestsPerSecond / b.requestsPerSecond,
    ]);
  }
  const figures = [
    ['peak memory, MiB', await service.peakMemory(), await yardstick.peakMemory()],
    ['start to first answer, ms', starts.service, starts['hand-written']],
  ];
  const head = ['path', 'service, req/s', 'p50, ms', 'p99, ms', 'hand-written, req/s', 'p50, ms', 'p99, ms', 'ratio'];
  return `${table(head, rows)}\n\n${table(['', 'service', 'hand-written'], figures)}`;
}

/** Two instances on one database, with half of the connections each: how often a reservation is tried. */
async function share(server: Server): Promise<string> {
  const database = await migrated(server, 'shared');
  const submissions = 6_400;
  {
    await using one = await startTarget('service', database);
    await using other = await startTarget('service', database);
    await Promise.all([one, other].map((target) => submitAll(target, submissions / 2, 32)));
  }
  // PostgreSQL counts the rows of transactions that were rolled back as well, and has counted all once its clients are gone.
  const [row] = await database.query<{ tried: string; stored: string }>(
    `select pg_stat_get_tuples_inserted('scheduled_submission'::regclass) as tried, count(*) as stored
     from scheduled_submission`,
  );
  const attempts = Number(row?.tried) / Number(row?.stored);
  return table(
    ['two instances, 64 connections', ''],
    [
      ['attempts per reserved date', attempts],
      ['dates reserved', Number(row?.stored)],
    ],
  );
}

async function limit(server: Server): Promise<string> {
  const measured = await measureLimit(await migrated(server, 'statements'));
  return table(
    ['the statements alone (pgbench)', 'players/s'],
    [
      ['checks 4 and 5', measured?.gate],
      ['check 7', measured?.reservation],
    ],
  );
}
