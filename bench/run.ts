import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { program } from 'commander';
import { root } from '../src/root.ts';
import type { Measurement } from './load.ts';
import { measure, paths } from './paths.ts';
import { startServer } from './postgres.ts';
import { express, type Program, serviceOf, startTarget } from './target.ts';

/** How many rounds count. */
const rounds = 10;

program
  .name('npm run bench --')
  .description('Measures what each kind of response costs, beside the yardstick, and prints tables in Markdown.')
  .action(async () => await compare('npm run bench', [serviceOf(root, 'service'), express]));
program
  .command('against')
  .description('measures this checkout beside another one, both built')
  .argument('<folder>', 'the other checkout')
  .action(async (folder: string) => {
    const programs = [serviceOf(root, 'this'), serviceOf(resolve(folder), 'the other')];
    await compare('npm run bench -- against', programs);
  });
await program.parseAsync();

/** Measures programs in turn, and prints the medians of the rounds. */
async function compare(command: string, programs: readonly Program[]): Promise<void> {
  await using server = await startServer();
  const [cpu] = cpus();
  const cores = `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const day = new Date().toISOString().slice(0, 10);
  print([`\`${command}\`, ${day}, ${cores}, Node ${process.versions.node}; medians of ${rounds} rounds.\n`]);

  const contenders = [];
  for (const program of programs) contenders.push({ program, database: await server.createDatabase() });
  // The first start creates the tables.
  const starts = await inTurn(contenders, async ({ program, database }) => {
    await using target = await startTarget(program, database);
    return target.startMs;
  });

  await using stack = new AsyncDisposableStack();
  const targets = [];
  for (const { program, database } of contenders) targets.push(stack.use(await startTarget(program, database)));
  const names = targets.map(({ name }) => name);
  print([
    `| CPU of a request, µs | program | its own | of PostgreSQL | together | to ${names[0]} | requests a second |`,
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
  ]);
  for (const path of paths) {
    const measured = await inTurn(targets, (target) => measure(path, target));
    const of = (figure: (measurement: Measurement) => number) => measured.map((all) => median(all.map(figure)));
    const [own, database] = [of(({ cpu }) => cpu), of(({ databaseCpu }) => databaseCpu)];
    const together = of(({ cpu, databaseCpu }) => cpu + databaseCpu);
    const ratios = together.map((cost) => (cost / (together[0] ?? 0)).toFixed(2));
    const columns = [own.map(whole), database.map(whole), together.map(whole), ratios];
    const rates = of(({ requestsPerSecond }) => requestsPerSecond).map(whole);
    print(names.map((name, index) => row([path.name, name, ...[...columns, rates].map((column) => column[index])])));
  }
  print([
    '',
    row(['', ...names]),
    row(['---', ...names.map(() => '---:')]),
    row(['start to first response, ms', ...starts.map(median).map(whole)]),
    row(['peak memory, MiB', ...targets.map((target) => whole(target.peakMemory()))]),
  ]);
}

/**
 * One round to warm up, then `rounds` that count. Each runs all in turn, every other one in
 * reverse. Returns the results of each.
 */
async function inTurn<T, Result>(all: readonly T[], run: (one: T) => Promise<Result>): Promise<Result[][]> {
  const results = all.map((): Result[] => []);
  const order = [...all.entries()];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, one] of round % 2 === 0 ? order : order.toReversed()) {
      const result = await run(one);
      if (round > 0) results[index]?.push(result);
    }
  }
  return results;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function row(cells: readonly (string | undefined)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}
