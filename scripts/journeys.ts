/**
 * Runs the journeys of `contract/journeys/`, which go across the contracts. Exits 1 unless all
 * succeed.
 *
 *   npm run journeys runs them on the service, with an empty database
 *   npm run journeys -- --endpoint URL [--desk URL] [--token TOKEN] runs them on a running service.
 *   Without a token, AUTH_JWT_SECRET of the environment signs one
 */
import { Command } from 'commander';
import { withEndpoint } from '../contract/dredd/endpoint.ts';
import type { Target } from '../contract/dredd/session.ts';
import { withTarget } from '../contract/dredd/target.ts';
import { runJourneys, summaryOf } from '../contract/journeys/run.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { StartError } from '../src/start-error.ts';
import { buildChapters } from './chapters.ts';
import { buildPages } from './pages.ts';

interface Options {
  readonly endpoint?: string;
  readonly desk?: string;
  readonly token?: string;
}

const command = new Command('npm run journeys --')
  .description('Runs the journeys of contract/journeys/ on the service.')
  .option('--endpoint <url>', 'run them on this running service; each run leaves two verses in its calendar')
  .option('--desk <url>', 'with --endpoint: the URL of the operator’s desk, if it has a port of its own')
  .option(
    '--token <token>',
    'with --endpoint: a token with the roles puzzle and calendar-editor; the journeys erase its player',
  )
  .showHelpAfterError()
  .action(async ({ endpoint, desk, token }: Options) => {
    if (endpoint !== undefined) {
      await withEndpoint({ url: endpoint, token }, (target) => run(target, desk));
      return;
    }
    await Promise.all([buildChapters(), buildPages()]);
    await withTarget(run);
  });

await runCommand(() => command.parseAsync());

/** @throws StartError with the whole output when a journey fails */
async function run(target: Pick<Target, 'url' | 'newPlayer'>, desk?: string): Promise<void> {
  const finished = await runJourneys(target, desk);
  if (finished.exitCode !== 0) throw new StartError(finished.output);
  console.log(`${target.url}: ${summaryOf(finished)}`);
}
