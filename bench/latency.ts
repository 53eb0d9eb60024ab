import { table } from './markdown.ts';
import { sendAtRate, type TimedRequest } from './open-loop.ts';
import { eligibilityPath, newPlayers, playersOnCooldown, readsOf, requestsOf, solve } from './players.ts';
import type { Database, Server } from './postgres.ts';
import { service, yardsticks } from './programs.ts';
import { inTurn } from './rounds.ts';
import { median, percentile } from './statistics.ts';
import { startTarget, type Target } from './target.ts';

const rounds = 3;
const seconds = 30;
/** Requests per second: less than any of the programs can serve. */
const rate = 500;
/** The number of players who wait for the cooldown, and of those who have not solved the puzzle. */
const players = 640;

/** `npm run bench -- latency`: what players experience while the programs are not busy. */
export async function latency(server: Server): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const targets: Target[] = [];
  for (const program of [service, ...yardsticks]) {
    targets.push(stack.use(await startTarget(program, await server.createDatabase())));
  }
  const measured = await inTurn(targets, rounds, async (target) => {
    const requests = await mixedLoad(target.database, rate * seconds);
    await target.database.query('vacuum analyze');
    const { latencies, lateness } = await sendAtRate(target, requests, rate);
    return [...[50, 99, 99.9].map((percent) => percentile(latencies, percent)), percentile(lateness, 99)];
  });
  const rows = targets.map(({ name }, index) => {
    const taken = measured[index] ?? [];
    return [name, ...[0, 1, 2, 3].map((figure) => median(taken.map((figures) => figures[figure] ?? 0)))];
  });
  return [
    `${rate} requests a second for ${seconds} s, each sent when it is due: 60 % eligibility, 25 % 429, 10 % 403, 5 % 201.`,
    table(['program', 'p50, ms', 'p99, ms', 'p99.9, ms', 'p99 of sent late, ms'], rows),
  ].join('\n\n');
}

/** Fills the database, and returns a load in which each kind of request is evenly spread. `count` is a multiple of 20. */
export async function mixedLoad(database: Database, count: number): Promise<TimedRequest[]> {
  const onCooldown = await playersOnCooldown(database, players);
  const newcomers = newPlayers(count / 20);
  await solve(database, newcomers);
  const next = {
    eligibility: cycle(200, readsOf(eligibilityPath, onCooldown)),
    onCooldown: cycle(429, requestsOf(onCooldown)),
    notSolved: cycle(403, requestsOf(newPlayers(players))),
    scheduled: cycle(201, requestsOf(newcomers)),
  };
  return Array.from({ length: count }, (_, index) => next[kindOf(index % 20)]());
}

/** Of twenty requests, twelve ask for the eligibility, five get 429, two 403 and one 201. */
function kindOf(place: number) {
  if (place === 0) return 'scheduled';
  if (place % 10 === 5) return 'notSolved';
  return place % 4 === 2 ? 'onCooldown' : 'eligibility';
}

function cycle(status: number, requests: ReturnType<typeof requestsOf>): () => TimedRequest {
  let sent = 0;
  return () => ({ ...(requests[sent++ % requests.length] as TimedRequest), status });
}
