import { figureNames, figuresOf, wholeCost } from './figures.ts';
import { client, type Measurement } from './load.ts';
import { table } from './markdown.ts';
import { has, measure, paths } from './paths.ts';
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
  /** By the names of the paths. */
  readonly measured: ReadonlyMap<string, Measurement>;
  readonly startMs: number;
  readonly peakMemory: number;
}

/** Measures programs in turn on every path they have. Returns their figures, and the ratios of the first program to each of the others. */
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
  const measured = new Map(targets.map((target) => [target, new Map<string, Measurement>()]));
  for (const path of paths) {
    const having = targets.filter((target) => has(target, path));
    const taken = await inTurn(having, rounds, (target) => measure(path, target));
    for (const [index, target] of having.entries()) measured.get(target)?.set(path.name, medians(taken[index] ?? []));
  }

  const all = targets.map(
    (target, index): Figures => ({
      name: target.name,
      measured: measured.get(target) ?? new Map(),
      startMs: median(starts[index] ?? []),
      peakMemory: target.peakMemory(),
    }),
  );
  const [first, ...others] = all;
  return [
    client,
    costTable(all),
    ...others.map((other) => ratioTable(first as Figures, other)),
    processTable(all),
    pathsTable(all),
  ].join('\n\n');
}

function costTable(all: readonly Figures[]): string {
  const rows = paths.map(({ name: path }) => [path, ...all.map(({ measured }) => costOf(measured.get(path)))]);
  return table(['whole cost of a request, µs of CPU', ...all.map(({ name }) => name)], rows);
}

function costOf(measurement: Measurement | undefined): number | undefined {
  return measurement && wholeCost(measurement);
}

/** A higher ratio is better for the first program: the other's cost divided by its own, or its requests per second divided by the other's. */
function ratioTable(first: Figures, other: Figures): string {
  const rows = paths.flatMap(({ name }) => {
    const [a, b] = [first.measured.get(name), other.measured.get(name)];
    if (a === undefined || b === undefined) return [];
    return [[name, wholeCost(b) / wholeCost(a), a.requestsPerSecond / b.requestsPerSecond]];
  });
  return table([`${first.name} to ${other.name}`, 'whole cost', 'req/s'], rows);
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

function pathsTable(all: readonly Figures[]): string {
  const rows = paths.flatMap(({ name: path }) =>
    all.flatMap(({ name, measured }) => {
      const measurement = measured.get(path);
      return measurement === undefined ? [] : [[path, name, ...figuresOf(measurement)]];
    }),
  );
  return table(['path', 'program', ...figureNames], rows);
}
