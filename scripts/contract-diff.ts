/**
 * Prints, in Markdown, what changed in `openapi.yaml` since the last released contract, the highest version in `contracts/`:
 * `npm run contract:diff`. Exits 1 when the version of `openapi.yaml` is too low for the changes.
 */
import { toMarkdown } from '../tools/diff/markdown.ts';
import { compareWithReleased } from '../tools/diff/released.ts';

const comparison = await compareWithReleased();
console.log(toMarkdown(comparison));
if (comparison.fault !== undefined) {
  console.error(`\n${comparison.fault}.`);
  process.exitCode = 1;
}
