/**
 * Lints the contracts: `npm run contract:lint`. Exits 1 when a linter finds an error or a warning.
 */
import { Command } from 'commander';
import { contractFiles } from '../contract/document/read.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { StartError } from '../src/start-error.ts';

const command = new Command('npm run contract:lint')
  .description(`Lints ${contractFiles.join(', ')}.`)
  .showHelpAfterError()
  .action(async () => {
    const results = await lintContract();
    for (const { name, passed, output } of results)
      console.log(`${name}: ${passed ? 'clean' : 'not clean'}\n${output}\n`);
    if (results.every(({ passed }) => passed)) return;
    throw new StartError(
      'Correct the contract, or add an exception with its reason to the configuration in contract/lint/.',
    );
  });

await runCommand(() => command.parseAsync());
