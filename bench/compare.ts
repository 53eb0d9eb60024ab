import { figureNames, figuresOf } from './figures.ts';
import { client, type Measurement } from './load.ts';
import { table } from './markdown.ts';
import { measure, paths } from './paths.ts';
import type { Database, Server } from './postgres.ts';
import type { Program } from './programs.ts';
import { inTurn } from './rounds.ts';
import { median, medians } from './statistics.ts';
import { startTarget, type Target } from './target.ts';

interface Contender {
  readonly program: Program;
  readonly database: Database;
}

/** The results of one program. */
interface Figures {
  readonly name: string;
  /** In the order of the paths. */
  readonly measured: readonly Measurement[];
  readonly startMs: number;
  readonly peakMemory: number;
}

/** Measures programs in turn on every path. Returns their figures, and the ratios of the first program to each of the others. */
export async function compare(server: Server, programs: readonly Program[], rounds: number): Promise<string> {
  const contenders: Contender[] = [];
  for (const program of programs) contenders.push({ program, database: await server.createDatabase() });
  // The first start creates the tables.
  const starts = await inTurn(contenders, rounds, async ({ program, database }) => {
    await using target = await startTarget(program, database);
    return target.startMs;
  });

  await using stack = new AsyncDisposableStack();
  const targets: Target[] = [];
  for (const { program, database } of contenders) targets.push(stack.use(await startTarget(program, database)));
  const measured = targets.map((): Measurement[] => []);
  for (const path of paths) {
    const taken = await inTurn(targets, rounds, (target) => measure(path, target));
    for (const [index, measurements] of taken.entries()) measured[index]?.push(medians(measurements));
  }

  const figures = targets.map(({ name, peakMemory }, index) => ({
    name,
    measured: measured[index] ?? [],
    startMs: median(starts[index] ?? []),
    peakMemory: peakMemory(),
  }));
  return [
    client,
    pathsTable(figures),
    processTable(figures),
    ...figures.slice(1).flatMap((other) => ratioTables(figures[0] as Figures, other)),
  ].join('\n\n');
}

function pathsTable(all: readonly Figures[]): string {
  const rows = paths.flatMap(({ name: path }, index) =>
    all.map(({ name, measured }) => [path, name, ...figuresOf(measured[index] as Measurement)]),
  );
  return table(['path', 'program', ...figureNames], rows);
}

function processTable(all: readonly Figures[]): string {
  return table(
    ['', ...all.map(({ name }) => name)],
    [
      ['peak memory, MiB', ...all.map(({ peakMemory }) => peakMemory)],
      ['start to first response, ms', ...all.map(({ startMs }) => startMs)],
    ],
  );
}

/** A higher ratio is better for the first program: its requests per second divided by the other's, or the other's cost divided by its own. */
function ratioTables(first: Figures, other: Figures): string[] {
  const title = `${first.name} to ${other.name}`;
  const rows = paths.map(({ name }, index) => {
    const [a, b] = [first.measured[index] as Measurement, other.measured[index] as Measurement];
    const databaseCpu = usesDatabase(a) && usesDatabase(b) ? b.databaseCpu / a.databaseCpu : undefined;
    return [name, a.requestsPerSecond / b.requestsPerSecond, b.cpu / a.cpu, databaseCpu];
  });
  return [
    table([title, 'req/s', 'CPU', 'CPU of PostgreSQL'], rows),
    table([title, 'memory', 'start'], [['', other.peakMemory / first.peakMemory, other.startMs / first.startMs]]),
  ];
}

/** An idle PostgreSQL uses less than a microsecond per request. */
function usesDatabase({ databaseCpu }: Measurement): boolean {
  return databaseCpu >= 1;
}
