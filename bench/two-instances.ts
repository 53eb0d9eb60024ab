import { load } from './load.ts';
import { table } from './markdown.ts';
import { newPlayers, requestsOf, solve } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { startTarget } from './target.ts';

const submissionsEach = 1_600;

/** Two instances on one database, with half of the connections each: the attempts per reservation. */
export async function twoInstances(server: Server): Promise<string> {
  const database = await server.createDatabase();
  {
    await using one = await startTarget(service, database);
    await using other = await startTarget(service, database);
    await Promise.all(
      [one, other].map(async (instance) => {
        const players = newPlayers(submissionsEach);
        await solve(database, players);
        await load(instance, requestsOf(players), 201, { connections: 32 });
      }),
    );
  }
  // PostgreSQL also counts the rows of transactions that were rolled back. Its counts are complete once the clients have disconnected.
  const [row] = await database.query<{ tried: string; stored: string }>(
    `select pg_stat_get_tuples_inserted('scheduled_submission'::regclass) as tried, count(*) as stored
     from scheduled_submission`,
  );
  return table(
    ['two instances, 64 connections', ''],
    [
      ['attempts per reserved date', Number(row?.tried) / Number(row?.stored)],
      ['dates reserved', Number(row?.stored)],
    ],
  );
}
