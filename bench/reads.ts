import { getEligibilityOperation, listSubmissionsOperation } from '../src/generated/operations.ts';
import { figureNames, figuresOf } from './figures.ts';
import { client, type LoadRequest, load } from './load.ts';
import { table } from './markdown.ts';
import { clear, localDate, newPlayers, requestsOf, solve, submit, tokenOf } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { inTurn } from './rounds.ts';
import { median, medians } from './statistics.ts';
import { startTarget } from './target.ts';

const rounds = 9;
const seconds = 1;
const players = 640;

/** `npm run bench -- reads`: what a player's page reads, against a 403, which asks the database the same. */
export async function reads(server: Server): Promise<string> {
  await using target = await startTarget(service, await server.createDatabase());
  const { database, url } = target;
  await clear(database);
  const known = newPlayers(players);
  await solve(database, known);
  await submit(database, known);
  await database.query('vacuum analyze');
  const read: LoadRequest[] = known.map((player) => ({ token: tokenOf(player) }));

  const operations = [
    { name: '403', status: 403, url, requests: requestsOf(newPlayers(players)) },
    {
      name: 'GET /api/eligibility',
      status: 200,
      url: new URL(`${getEligibilityOperation.path}?localDate=${localDate}`, url).href,
      requests: read,
    },
    {
      name: 'GET /api/submissions',
      status: 200,
      url: new URL(listSubmissionsOperation.path, url).href,
      requests: read,
    },
  ];
  const measured = await inTurn(operations, rounds, ({ status, url, requests }) =>
    load({ ...target, url }, requests, status, { seconds }),
  );
  const ratio = (index: number) =>
    median(
      (measured[index] ?? []).map(
        ({ requestsPerSecond }, round) => requestsPerSecond / (measured[0]?.[round]?.requestsPerSecond ?? 0),
      ),
    );
  const rows = operations.map(({ name }, index) => [name, ...figuresOf(medians(measured[index] ?? [])), ratio(index)]);
  return `${client}\n\n${table(['request', ...figureNames, 'req/s to 403'], rows)}`;
}
