/**
 * Prints, in Markdown, what changed in the contract:
 *
 *   npm run contract:diff                           since the last released one, the highest version in `contract/released/`
 *   npm run contract:diff -- --base main            since a revision of git
 *   npm run contract:diff -- OLD.yaml NEW.yaml      from one file to another
 *
 * Exits 1 when it cannot compare; without arguments, also when the version of `openapi.yaml` is too low for the changes.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { contractChanges } from '../contract/diff/compare.ts';
import { listed, toMarkdown } from '../contract/diff/markdown.ts';
import { compareWithReleased } from '../contract/diff/released.ts';
import { readDocument, readRevision } from '../contract/diff/sources.ts';
import { root } from '../src/root.ts';

const allowed = 'Allowed: nothing, two files (OLD.yaml NEW.yaml), or --base REVISION.';

const command = new Command('npm run contract:diff --')
  .description(
    'Prints what changed in the contract since the last released one, since a revision, or between two files.',
  )
  .argument('[OLD.yaml]', 'an OpenAPI document; without it, the last released contract')
  .argument('[NEW.yaml]', 'the document to compare with it')
  .option('--base <revision>', 'compare openapi.yaml with that of a revision of git, such as main')
  .configureOutput({
    outputError: (text, write) => write(`${text.trim().replace(/\s+/g, ' ').replace(/\.$/, '')}. ${allowed}\n`),
  })
  .parse();
const [before, after] = command.args;
const { base } = command.opts<{ base?: string }>();
if (before !== undefined && (after === undefined || base !== undefined)) {
  command.error(
    `error: ${after === undefined ? `there is no file to compare ${before} with` : 'files and --base exclude each other'}`,
  );
}

if (before !== undefined && after !== undefined) {
  const changes = contractChanges(read(readDocument, before), read(readDocument, after));
  console.log(listed(`${after}, compared with ${before}`, changes));
} else if (base !== undefined) {
  const changes = contractChanges(read(readRevision, base), read(readDocument, join(root, 'openapi.yaml')));
  console.log(listed(`openapi.yaml, compared with ${base}`, changes));
} else {
  const comparison = await compareWithReleased();
  console.log(toMarkdown(comparison));
  if (comparison.fault !== undefined) {
    console.error(`\n${comparison.fault}.`);
    process.exitCode = 1;
  }
}

function read(from: (name: string) => object, name: string): object {
  try {
    return from(name);
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`);
  }
}
