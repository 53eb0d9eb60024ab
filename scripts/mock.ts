/**
 * Starts a mock of the contracts for frontend developers: no database.
 *
 *   npm run mock -- [--host HOST] [--port N] [--stateless]
 */
import { Command, InvalidArgumentError } from 'commander';
import { rules } from '../contract/mock/overview.ts';
import { startMock } from '../contract/mock/server.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { buildChapters } from './chapters.ts';

function parsePort(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError('It must be an integer from 0 to 65535; 0 takes any free port.');
}

function parseHost(value: string): string {
  if (value !== '') return value;
  throw new InvalidArgumentError(
    'It must be a name or an address of this machine, such as 127.0.0.1; 0.0.0.0 is all of them.',
  );
}

const command = new Command('npm run mock --')
  .description('Starts a mock of the contracts for frontend developers.')
  .addHelpText('after', `\n${rules}`)
  .option('--host <host>', 'where to listen', parseHost, '127.0.0.1')
  .option('--port <number>', 'where to listen', parsePort, 4010)
  .option('--stateless', 'forget every submission')
  .showHelpAfterError()
  .action(async ({ host, port, stateless }: { host: string; port: number; stateless?: true }) => {
    await buildChapters();
    const { url } = await startMock(port, host, undefined, stateless);
    console.log(`The mock listens on ${url}`);
  });

await runCommand(() => command.parseAsync());
