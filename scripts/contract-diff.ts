/**
 * Prints, in Markdown, what changed in `openapi.yaml` since the last released contract, the highest version in `contract/released/`:
 * `npm run contract:diff`. Exits 1 when the version of `openapi.yaml` is too low for the changes.
 */
import { Command } from 'commander';
import { toMarkdown } from '../contract/diff/markdown.ts';
import { compareWithReleased } from '../contract/diff/released.ts';

new Command('npm run contract:diff')
  .description('Prints what changed in openapi.yaml since the last released contract.')
  .showHelpAfterError()
  .parse();

const comparison = await compareWithReleased();
console.log(toMarkdown(comparison));
if (comparison.fault !== undefined) {
  console.error(`\n${comparison.fault}.`);
  process.exitCode = 1;
}
