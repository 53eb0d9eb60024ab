import { figureNames, figuresOf } from './compare.ts';
import { type Measurement, VoidRunError } from './load.ts';
import { table } from './markdown.ts';
import { clear, leadDays, newPlayers, solve, submission, submit, tokenOf } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { medians, percentile } from './statistics.ts';
import { startTarget, type Target } from './target.ts';

const rounds = 5;
const horizons = [365, 3_650];
const submissions = 300;

/**
 * `npm run bench -- growth`: 201 with none of the bookable dates reserved, and with all but the last one. Only one date is free then, so
 * there is one request at a time, and its submission is deleted before the next one: in both cases, and outside the measured time.
 */
export async function growth(server: Server): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const calendars = [];
  for (const horizonDays of horizons) {
    const target = stack.use(await startTarget(service, await server.createDatabase(), horizonDays));
    calendars.push({ horizonDays, target, none: [] as Measurement[], allButOne: [] as Measurement[] });
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const { horizonDays, target, none, allButOne } of calendars) {
      const ofNone = await submitWith(0, target);
      const ofAllButOne = await submitWith(horizonDays - leadDays, target); // from the lead to the day before the horizon
      if (round === 0) continue; // to warm up
      none.push(ofNone);
      allButOne.push(ofAllButOne);
    }
  }
  const rows = calendars.flatMap(({ horizonDays, none, allButOne }) => {
    const [few, many] = [medians(none), medians(allButOne)];
    return [
      [horizonDays, 'none', ...figuresOf(few), 1],
      [horizonDays, 'all but one', ...figuresOf(many), many.requestsPerSecond / few.requestsPerSecond],
    ];
  });
  return `One request at a time.\n\n${table(['horizon, days', 'reserved before', ...figureNames, 'req/s to none'], rows)}`;
}

/** One player's submissions, on a calendar that begins with so many reserved dates. */
async function submitWith(reserved: number, { name, url, database, cpu }: Target): Promise<Measurement> {
  await clear(database);
  const [player = ''] = newPlayers(1);
  await solve(database, [player]);
  await submit(database, newPlayers(reserved));
  await database.query('vacuum analyze');
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(player)}`, 'content-type': 'application/json' },
    body: submission,
  };
  const latencies: number[] = [];
  const used = { own: 0, database: 0 };
  for (let count = 0; count < submissions; count += 1) {
    const before = cpu();
    const sent = performance.now();
    const response = await fetch(url, request);
    await response.arrayBuffer();
    latencies.push(performance.now() - sent);
    const after = cpu();
    used.own += after.own - before.own;
    used.database += after.database - before.database;
    if (response.status !== 201) {
      throw new VoidRunError(`The run is void: ${name} should answer 201 only, but there was ${response.status}`);
    }
    await database.query('delete from scheduled_submission where user_id = $1', [player]);
  }
  const milliseconds = latencies.reduce((sum, latency) => sum + latency, 0);
  return {
    requestsPerSecond: (1_000 * submissions) / milliseconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    cpu: used.own / submissions,
    databaseCpu: used.database / submissions,
  };
}
