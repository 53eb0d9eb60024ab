/** Lints the contract: `npm run contract:lint`. Exits 1 when a linter finds an error or a warning. */
import { Command } from 'commander';
import { lintContract } from '../contract/lint/lint.ts';
import { installPackages } from './install.ts';

new Command('npm run contract:lint')
  .description('Lints openapi.yaml and contract/openapi.admin.yaml.')
  .showHelpAfterError()
  .parse();

installPackages('contract');

const results = await lintContract();
for (const { linter, clean, output } of results)
  console.log(`${linter}: ${clean ? 'clean' : 'not clean'}\n${output}\n`);
if (results.some(({ clean }) => !clean)) {
  console.error('Correct openapi.yaml, or add an exception with its reason to the configuration in contract/lint/.');
  process.exitCode = 1;
}
