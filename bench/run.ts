import { cpus, totalmem } from 'node:os';
import { Argument, program } from 'commander';
import { compare } from './compare.ts';
import { growth } from './growth.ts';
import { startServer } from './postgres.ts';
import { record } from './results.ts';

const benchmarks = { paths: compare, growth };

program
  .name('npm run bench --')
  .description('Measures the service and prints a report in Markdown.')
  .addArgument(
    new Argument('[what]', 'paths: against the hand-written yardstick; growth: as the calendar fills')
      .choices(Object.keys(benchmarks))
      .default('paths'),
  )
  .option('--record', 'put the report into bench/RESULTS.md as well')
  .action(async (what: keyof typeof benchmarks, options: { record?: true }) => {
    await using server = await startServer();
    const tables = await benchmarks[what](server);
    const command = what === 'paths' ? 'npm run bench' : `npm run bench -- ${what}`;
    const report = `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}, PostgreSQL ${server.version}\n\n${tables}\n`;
    console.log(report);
    if (options.record) await record(command, report);
  });
await program.parseAsync();

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
