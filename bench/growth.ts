import { submitVerseOperation } from '../src/generated/operations.ts';
import { figureNames, figuresOf } from './figures.ts';
import { type Measurement, VoidRunError } from './load.ts';
import { table } from './markdown.ts';
import { clear, leadDays, newPlayers, solve, submission, submit, tokenOf } from './players.ts';
import type { Server } from './postgres.ts';
import { service } from './programs.ts';
import { inTurn } from './rounds.ts';
import { medians, percentile } from './statistics.ts';
import { startTarget, type Target } from './target.ts';

const rounds = 5;
const horizons = [365, 3_650];
const submissions = 300;

/**
 * `npm run bench -- growth`: 201 with none of the bookable dates reserved, and with all but the last one. The second case has one free date, so
 * both send one request at a time and delete its submission before the next one, outside the measured time.
 */
export async function growth(server: Server): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const cases: { target: Target; horizonDays: number; reserved: number }[] = [];
  for (const horizonDays of horizons) {
    const target = stack.use(await startTarget(service, await server.createDatabase(), horizonDays));
    const allButTheLast = horizonDays - leadDays; // the first is the lead's, the last the horizon's
    cases.push({ target, horizonDays, reserved: 0 }, { target, horizonDays, reserved: allButTheLast });
  }
  const measured = (await inTurn(cases, rounds, ({ target, reserved }) => submitWith(reserved, target))).map(medians);
  const rows = cases.map(({ horizonDays, reserved }, index) => {
    const measurement = measured[index] as Measurement;
    const none = measured[reserved === 0 ? index : index - 1] as Measurement;
    const [days, dates] = [horizonDays, reserved].map((count) => count.toLocaleString('en-US'));
    return [days, dates, ...figuresOf(measurement), measurement.requestsPerSecond / none.requestsPerSecond];
  });
  const head = ['horizon, days', 'dates reserved', ...figureNames, 'req/s to none'];
  return `One request at a time.\n\n${table(head, rows)}`;
}

/** Measures one player's submissions on a calendar whose first dates, `reserved` in number, are taken. */
async function submitWith(reserved: number, { name, origin, database, cpu }: Target): Promise<Measurement> {
  await clear(database);
  const [player = ''] = newPlayers(1);
  await solve(database, [player]);
  await submit(database, newPlayers(reserved));
  await database.query('vacuum analyze');
  const url = new URL(submitVerseOperation.path, origin);
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
      throw new VoidRunError(`The run is void: ${name} should return 201 only, but returned ${response.status}`);
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
