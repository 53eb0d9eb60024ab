import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { program } from 'commander';
import { compare } from './compare.ts';
import { growth } from './growth.ts';
import { latency } from './latency.ts';
import { type Server, startServer } from './postgres.ts';
import { service, serviceOf, yardsticks } from './programs.ts';
import { record } from './results.ts';
import { sizes } from './sizes.ts';
import { twoInstances } from './two-instances.ts';

program.name('npm run bench --').description('Measures the service and prints a report in Markdown.');

recorded('paths', 'each path against the yardsticks (the default)', async (server) =>
  [await compare(server, [service, ...yardsticks], 3), await twoInstances(server)].join('\n\n'),
);
recorded('sizes', 'rejections as the tables grow', sizes);
recorded('growth', 'reservations as the calendar fills', growth);
recorded('latency', 'a mixed load at a fixed rate, against the yardsticks', latency);

program
  .command('against')
  .description('each path, memory and start of this checkout against another, both built')
  .argument('<folder>', 'the other checkout')
  .action(async (folder: string) => {
    const other = serviceOf(resolve(folder), 'the other');
    await report('npm run bench -- against', (server) => compare(server, [{ ...service, name: 'this' }, other], 10));
  });

await program.parseAsync();

function recorded(what: string, description: string, measure: (server: Server) => Promise<string>): void {
  const isDefault = what === 'paths';
  const command = isDefault ? 'npm run bench' : `npm run bench -- ${what}`;
  program
    .command(what, { isDefault })
    .description(description)
    .option('--record', 'also write the report to bench/RESULTS.md')
    .action(async (options: { record?: true }) => {
      const text = await report(command, measure);
      if (options.record) await record(command, text);
    });
}

async function report(command: string, measure: (server: Server) => Promise<string>): Promise<string> {
  await using server = await startServer();
  const tables = await measure(server);
  const day = new Date().toISOString().slice(0, 10);
  const text = `\`${command}\`, ${day}, ${machine()}, PostgreSQL ${server.version}.\n\n${tables}\n`;
  console.log(text);
  return text;
}

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
