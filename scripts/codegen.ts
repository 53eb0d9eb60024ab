/**
 * Generates the folders `generated/` of `src/`, `client/src/` and `desk/src/` from the contracts,
 * and the manifest and the reference of `<submit-verse>` from its source.
 *
 *   npm run codegen              writes the files, and names those that change
 *   npm run codegen -- --check   writes nothing; exits 1 and names the files that are out of date
 */
import { Command } from 'commander';
import { contractFiles } from '../contract/document/read.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { assertFresh, writeGenerated } from './codegen/stale.ts';

const command = new Command('npm run codegen --')
  .description(`Generates code from ${contractFiles.join(', ')}, and the reference of <submit-verse>.`)
  .option('--check', 'write nothing; exit with 1 if a generated file is out of date')
  .showHelpAfterError()
  .action(async ({ check }: { check?: boolean }) => {
    if (check) await assertFresh();
    else for (const path of await writeGenerated()) console.log(`wrote ${path}`);
  });

await runCommand(() => command.parseAsync());
