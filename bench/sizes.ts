import { figureNames, figuresOf } from './compare.ts';
import { client, load, type Measurement } from './load.ts';
import { table } from './markdown.ts';
import { clear, newPlayers, requestsOf, solve, submit } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { medians } from './statistics.ts';
import { startTarget } from './target.ts';

const rounds = 5;
const seconds = 2;
const completionCounts = [0, 640, 5_000, 40_000, 300_000];
const submissionCounts = [0, 365, 3_650];
/** How many players ask; as many as the smallest size has on cooldown. */
const players = 365;

interface Row {
  readonly status: number;
  readonly completions: number;
  readonly submissions: number;
  readonly measurements: Measurement[];
}

/** `npm run bench -- sizes`: what refusals by checks 4 and 5 cost as the tables grow. */
export async function sizes(server: Server): Promise<string> {
  const database = await server.createDatabase();
  await using target = await startTarget(service, database);
  const rows = new Map<string, Row>();
  const strangers = newPlayers(players);
  for (let round = 0; round <= rounds; round += 1) {
    for (const completions of completionCounts) {
      for (const submissions of submissionCounts) {
        const solvers = newPlayers(Math.max(completions, submissions));
        await clear(database);
        await solve(database, solvers.slice(0, completions));
        await submit(database, solvers.slice(0, submissions));
        await database.query('vacuum analyze');
        const measure = async (status: number, askers: readonly string[]) => {
          const measurement = await load(target, requestsOf(askers), status, { seconds });
          const key = `${status} ${completions} ${submissions}`;
          const row = rows.get(key) ?? { status, completions, submissions, measurements: [] };
          rows.set(key, row);
          if (round > 0) row.measurements.push(measurement); // the first is to warm up
        };
        await measure(403, strangers);
        if (completions > 0 && submissions > 0) await measure(429, solvers.slice(0, players));
      }
    }
  }
  const tables = [403, 429].map((status) => tableOf([...rows.values()].filter((row) => row.status === status)));
  return [client, ...tables].join('\n\n');
}

function tableOf(rows: readonly Row[]): string {
  const smallest = medians(rows[0]?.measurements ?? []);
  return table(
    [String(rows[0]?.status), 'submissions', ...figureNames, 'req/s to smallest'],
    rows.map(({ completions, submissions, measurements }) => {
      const measured = medians(measurements);
      return [
        `${completions.toLocaleString('en-US')} completions`,
        submissions.toLocaleString('en-US'),
        ...figuresOf(measured),
        measured.requestsPerSecond / smallest.requestsPerSecond,
      ];
    }),
  );
}
