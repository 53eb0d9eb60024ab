import { client, type Measurement } from './load.ts';
import { table } from './markdown.ts';
import { measure, paths } from './paths.ts';
import type { Database, Server } from './postgres.ts';
import type { Program } from './programs.ts';
import { median, medians } from './statistics.ts';
import { startTarget } from './target.ts';

/** What was found out about a program. */
interface Figures {
  readonly name: string;
  /** By the name of the path. */
  readonly measured: ReadonlyMap<string, Measurement>;
  readonly startMs: number;
  readonly peakMemory: number;
}

/** Programs in turn, on every path: a table of their figures, and one for each of the others that compares the first with it. */
export async function compare(
  server: Server,
  programs: readonly [Program, ...Program[]],
  rounds: number,
): Promise<string> {
  const databases = new Map<Program, Database>();
  for (const program of programs) databases.set(program, await server.createDatabase());
  const starts = await startTimes(databases, rounds);

  await using stack = new AsyncDisposableStack();
  const targets = [];
  for (const [program, database] of databases) targets.push(stack.use(await startTarget(program, database)));
  const measured = targets.map(() => new Map<string, Measurement>());
  for (const path of paths) {
    const taken = targets.map((): Measurement[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, target] of targets.entries()) {
        const measurement = await measure(path, target);
        if (round > 0) taken[index]?.push(measurement); // the first is to warm up
      }
    }
    for (const [index, measurements] of taken.entries()) measured[index]?.set(path.name, medians(measurements));
  }
  const [first, ...others] = targets.map(
    ({ name, peakMemory }, index): Figures => ({
      name,
      measured: measured[index] ?? new Map(),
      startMs: median(starts[index] ?? []),
      peakMemory: peakMemory(),
    }),
  );
  if (first === undefined) return '';
  return [
    client,
    pathsTable([first, ...others]),
    processTable([first, ...others]),
    ...others.map((other) => ratios(first, other)),
  ].join('\n\n');
}

/** In milliseconds. The first start is left out: the tables are made then. */
async function startTimes(databases: ReadonlyMap<Program, Database>, rounds: number): Promise<number[][]> {
  const times = [...databases].map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, [program, database]] of [...databases].entries()) {
      await using target = await startTarget(program, database);
      if (round > 0) times[index]?.push(target.startMs);
    }
  }
  return times;
}

function pathsTable(all: readonly Figures[]): string {
  const rows = paths.flatMap(({ name: path }) =>
    all.map(({ name, measured }) => [path, name, ...figuresOf(measured.get(path))]),
  );
  return table(['path', 'program', ...figureNames], rows);
}

/** The columns of a measurement. */
export const figureNames = ['req/s', 'p50, ms', 'p99, ms', 'CPU, µs/req', 'of PostgreSQL, µs/req'];

export function figuresOf(measurement: Measurement | undefined): (number | undefined)[] {
  const { requestsPerSecond, p50, p99, cpu, databaseCpu } = measurement ?? {};
  return [requestsPerSecond, p50, p99, cpu, databaseCpu];
}

function processTable(all: readonly Figures[]): string {
  return table(
    ['', ...all.map(({ name }) => name)],
    [
      ['peak memory, MiB', ...all.map(({ peakMemory }) => peakMemory)],
      ['start to first answer, ms', ...all.map(({ startMs }) => startMs)],
    ],
  );
}

/** Each so that more is better for the first: its requests a second by the other's, the other's cost by its own. */
function ratios(first: Figures, other: Figures): string {
  const rows = paths.map(({ name }) => {
    const [a, b] = [first.measured.get(name), other.measured.get(name)];
    if (a === undefined || b === undefined) return [name];
    return [
      name,
      a.requestsPerSecond / b.requestsPerSecond,
      b.cpu / a.cpu,
      asksDatabase(a) && asksDatabase(b) ? b.databaseCpu / a.databaseCpu : undefined,
    ];
  });
  return [
    table([`${first.name} to ${other.name}`, 'req/s', 'CPU', 'CPU of PostgreSQL'], rows),
    table(
      [`${first.name} to ${other.name}`, ''],
      [
        ['memory', other.peakMemory / first.peakMemory],
        ['start', other.startMs / first.startMs],
      ],
    ),
  ].join('\n\n');
}

/** Less than a microsecond a request is what PostgreSQL does when nobody asks. */
function asksDatabase({ databaseCpu }: Measurement): boolean {
  return databaseCpu >= 1;
}
