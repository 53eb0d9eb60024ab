/**
 * Prints, in Markdown, what changed in the contract:
 *
 *   npm run contract:diff                           since the last released one, the highest version in `contract/released/`
 *   npm run contract:diff -- --base main            since a revision of git
 *   npm run contract:diff -- OLD.yaml NEW.yaml      from one file to another
 *
 * Exits 1 when it cannot compare, or when a change is as severe as `--fail-on` says; without a base or files, also when the version of
 * `openapi.yaml` is too low for the changes.
 */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { type Change, counts, type Level, levels } from '../contract/diff/change.ts';
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
  .addOption(
    new Option('--format <format>', 'how to print the changes').choices(['markdown', 'json']).default('markdown'),
  )
  .addOption(
    new Option(
      '--fail-on <level>',
      'exit with 1 if a change is of this level or a more severe one (default: breaking with --base if CI is set, else none)',
    ).choices([...levels, 'none']),
  )
  .configureOutput({
    outputError: (text, write) => write(`${text.trim().replace(/\s+/g, ' ').replace(/\.$/, '')}. ${allowed}\n`),
  })
  .parse();
const [before, after] = command.args;
const { base, format, failOn } = command.opts<{
  base?: string;
  format: 'markdown' | 'json';
  failOn?: Level | 'none';
}>();
if (before !== undefined && (after === undefined || base !== undefined)) {
  command.error(
    `error: ${after === undefined ? `there is no file to compare ${before} with` : 'files and --base exclude each other'}`,
  );
}

if (before !== undefined && after !== undefined) {
  show(before, after, contractChanges(read(readDocument, before), read(readDocument, after)));
} else if (base !== undefined) {
  const changes = contractChanges(read(readRevision, base), read(readDocument, join(root, 'openapi.yaml')));
  show(base, 'openapi.yaml', changes);
} else {
  const comparison = await compareWithReleased();
  const { released, version, changes, fault } = comparison;
  show(released, version, changes, toMarkdown(comparison));
  if (fault !== undefined) fail(fault);
}

function show(
  from: string,
  to: string,
  changes: readonly Change[],
  markdown = listed(`${to}, compared with ${from}`, changes),
): void {
  const json = { before: from, after: to, counts: counts(changes), changes };
  console.log(format === 'json' ? JSON.stringify(json, null, 2) : markdown);
  const limit = failOn ?? (base !== undefined && process.env['CI'] ? 'breaking' : 'none');
  if (limit === 'none') return;
  const severe = changes.filter(({ level }) => levels.indexOf(level) <= levels.indexOf(limit)).length;
  if (severe > 0)
    fail(`--fail-on ${limit}: ${severe} of the changes since ${from} ${severe === 1 ? 'is' : 'are'} that severe`);
}

function fail(reason: string): void {
  console.error(`\n${reason}.`);
  process.exitCode = 1;
}

function read(from: (name: string) => object, name: string): object {
  try {
    return from(name);
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`);
  }
}
