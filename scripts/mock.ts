/**
 * Starts a mock of the contracts for frontend developers: no database.
 *
 *   npm run mock -- [--host HOST] [--port N]
 */
import { once } from 'node:events';
import { Command } from 'commander';
import { createMock } from '../contract/mock.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { urlOf } from '../src/http/listen.ts';
import { whenNpmEnds } from '../src/process/when-npm-ends.ts';
import { StartError } from '../src/start-error.ts';

const command = new Command('npm run mock --')
  .description('Starts a mock of the contracts for frontend developers.')
  .option('--host <host>', 'the host name or address to listen on', '127.0.0.1')
  .option('--port <number>', 'the port to listen on', '4010')
  .showHelpAfterError()
  .action(async ({ host, port }: { host: string; port: string }) => {
    const app = await createMock();
    try {
      const server = app.listen({ host, port });
      await once(server, 'listening');
      whenNpmEnds(() => process.exit());
      console.log(`The mock listens on ${urlOf(server)}`);
    } catch (cause) {
      throw new StartError(`The mock cannot listen: ${(cause as Error).message}`, { cause });
    }
  });

await runCommand(() => command.parseAsync());
