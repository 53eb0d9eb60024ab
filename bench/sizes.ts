import { figureNames, figuresOf } from './figures.ts';
import { client, load, type Measurement } from './load.ts';
import { table } from './markdown.ts';
import { clear, newPlayers, requestsOf, solve, submit } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { inTurn } from './rounds.ts';
import { medians } from './statistics.ts';
import { startTarget, type Target } from './target.ts';

const rounds = 5;
const seconds = 2;
/** How many players ask: as many as the smallest size has on cooldown. */
const players = 365;

/** How many rows the tables have, and what is asked of them. */
interface Size {
  readonly status: 403 | 429;
  readonly completions: number;
  readonly submissions: number;
}

const of403 = [0, 640, 5_000, 40_000, 300_000].flatMap((completions) =>
  [0, 365, 3_650].map((submissions): Size => ({ status: 403, completions, submissions })),
);
const of429 = of403
  .filter(({ completions, submissions }) => completions > 0 && submissions > 0)
  .map((size): Size => ({ ...size, status: 429 }));

/** `npm run bench -- sizes`: what refusals by checks 4 and 5 cost as the tables grow. */
export async function sizes(server: Server): Promise<string> {
  await using target = await startTarget(service, await server.createDatabase());
  const tables = [];
  for (const all of [of403, of429]) {
    const measured = await inTurn(all, rounds, (size) => measure(size, target));
    tables.push(tableOf(all, measured.map(medians)));
  }
  return [client, ...tables].join('\n\n');
}

async function measure({ status, completions, submissions }: Size, target: Target): Promise<Measurement> {
  const { database } = target;
  const known = newPlayers(Math.max(completions, submissions));
  await clear(database);
  await solve(database, known.slice(0, completions));
  await submit(database, known.slice(0, submissions));
  await database.query('vacuum analyze');
  const askers = status === 403 ? newPlayers(players) : known.slice(0, players);
  return await load(target, requestsOf(askers), status, { seconds });
}

function tableOf(all: readonly Size[], measured: readonly Measurement[]): string {
  const smallest = measured[0]?.requestsPerSecond ?? 0;
  return table(
    ['answer', 'completions', 'submissions', ...figureNames, 'req/s to smallest'],
    measured.map((measurement, index) => {
      const { status, completions, submissions } = all[index] as Size;
      const size = [completions, submissions].map((count) => count.toLocaleString('en-US'));
      return [String(status), ...size, ...figuresOf(measurement), measurement.requestsPerSecond / smallest];
    }),
  );
}
