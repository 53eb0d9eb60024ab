import { figureNames, figuresOf } from './figures.ts';
import { client, load, type Measurement } from './load.ts';
import { table } from './markdown.ts';
import { clear, newPlayers, requestsOf, solve, submit } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { inTurn } from './rounds.ts';
import { median, medians } from './statistics.ts';
import { startTarget, type Target } from './target.ts';

/** More and shorter rounds than elsewhere: each gives one ratio, and their median counts. */
const rounds = 9;
const seconds = 1;
/** The number of players who send requests: the smallest size has that many on cooldown. */
const players = 365;

/** The rows of the tables, and the status to measure. */
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

/** A size's figures, and those of the smallest size, measured just before them. */
interface Pair {
  readonly smallest: Measurement;
  readonly measured: Measurement;
}

/**
 * `npm run bench -- sizes`: the cost of rejections by checks 4 and 5 as the tables grow. A machine's speed drifts by more in a minute than a
 * table's size costs. Therefore a second instance, on a database that stays at the smallest size, is measured right before each size, and the
 * ratio is the median of the ratios within a round.
 */
export async function sizes(server: Server): Promise<string> {
  await using target = await startTarget(service, await server.createDatabase());
  await using reference = await startTarget(service, await server.createDatabase());
  const tables = [];
  for (const all of [of403, of429]) {
    const referencePlayers = await fill(reference, all[0] as Size);
    const pairs = await inTurn(all, rounds, async (size): Promise<Pair> => {
      const { status } = size;
      const requests = requestsOf(await fill(target, size));
      const smallest = await load(reference, requestsOf(referencePlayers), status, { seconds });
      return { smallest, measured: await load(target, requests, status, { seconds }) };
    });
    tables.push(tableOf(all, pairs));
  }
  return [client, ...tables].join('\n\n');
}

/** Fills a database to a size. Returns the players who send requests. */
async function fill({ database }: Target, { status, completions, submissions }: Size): Promise<string[]> {
  const known = newPlayers(Math.max(completions, submissions));
  await clear(database);
  await solve(database, known.slice(0, completions));
  await submit(database, known.slice(0, submissions));
  await database.query('vacuum analyze');
  return status === 403 ? newPlayers(players) : known.slice(0, players);
}

function tableOf(all: readonly Size[], pairs: readonly Pair[][]): string {
  return table(
    ['status', 'completions', 'submissions', ...figureNames, 'req/s to smallest'],
    all.map(({ status, completions, submissions }, index) => {
      const rounds = pairs[index] ?? [];
      const size = [completions, submissions].map((count) => count.toLocaleString('en-US'));
      const ratio = median(
        rounds.map(({ smallest, measured }) => measured.requestsPerSecond / smallest.requestsPerSecond),
      );
      return [String(status), ...size, ...figuresOf(medians(rounds.map(({ measured }) => measured))), ratio];
    }),
  );
}
