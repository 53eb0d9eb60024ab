/**
 * Lints the contracts: `npm run contract:lint`. Exits 1 when Spectral finds an error or a warning.
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
    const { passed, output } = await lintContract();
    console.log(output);
    if (passed) return;
    throw new StartError('Correct the contract, or add an exception with its reason to contract/lint/.spectral.yaml.');
  });

await runCommand(() => command.parseAsync());
