import { pino } from 'pino';
import { migrate } from '../src/database/migrate.ts';
import type { Measurement } from './load.ts';
import { table } from './markdown.ts';
import { submitAll } from './paths.ts';
import { newPlayers, submit } from './players.ts';
import type { Server } from './postgres.ts';
import { medians } from './statistics.ts';
import { startTarget } from './target.ts';

const rounds = 5;
const reserved = [0, 1_000, 10_000, 30_000];

/** `npm run bench -- growth`: the 201 path on a calendar that has more and more dates reserved in a row. */
export async function growth(server: Server): Promise<string> {
  const database = await server.createDatabase('growth');
  await migrate(database.url, pino({ level: 'silent' }));
  await using service = await startTarget('service', database);
  const measured = new Map<number, Measurement[]>(reserved.map((count) => [count, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const count of reserved) {
      await database.query('truncate scheduled_submission');
      await submit(database, newPlayers(count));
      await database.query('vacuum analyze');
      await submitAll(service, 64); // the first scan of this calendar
      const measurement = await submitAll(service, 3_200);
      if (round > 0) measured.get(count)?.push(measurement);
    }
  }
  const rows = [...measured].map(([count, measurements]) => [count, medians(measurements)] as const);
  const none = rows[0]?.[1].requestsPerSecond ?? 0;
  return table(
    ['dates reserved before', '201, req/s', 'p50, ms', 'p99, ms', 'ratio to none'],
    rows.map(([count, { requestsPerSecond, p50, p99 }]) => [
      count.toLocaleString('en-US'),
      requestsPerSecond,
      p50,
      p99,
      requestsPerSecond / none,
    ]),
  );
}
