/**
 * Prints, in Markdown, what changed in the contracts:
 *
 *   npm run contract:diff                           in each since its last release, the highest version in `contract/released/`
 *   npm run contract:diff -- --base main            in each since a revision of git
 *   npm run contract:diff -- OLD.yaml NEW.yaml      from one file to another
 *
 * A contract that has no earlier form is new, which is no change. Exits 1 when it cannot compare, or when a change is as severe as `--fail-on`
 * says; without a base or files, also when the version of a contract is too low for its changes.
 */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { type Change, counts, type Level, levels } from '../contract/diff/change.ts';
import { contractChanges } from '../contract/diff/compare.ts';
import { listed, toMarkdown } from '../contract/diff/markdown.ts';
import { compareWithReleased } from '../contract/diff/released.ts';
import { readDocument, readRevision } from '../contract/diff/sources.ts';
import { type ContractFile, contractFiles } from '../contract/document/read.ts';
import { root } from '../src/root.ts';

const allowed = 'Allowed: nothing, two files (OLD.yaml NEW.yaml), or --base REVISION.';

const command = new Command('npm run contract:diff --')
  .description('Prints what changed in each contract since its last release, since a revision, or between two files.')
  .argument('[OLD.yaml]', 'an OpenAPI document; without it, the last release of each contract')
  .argument('[NEW.yaml]', 'the document to compare with it')
  .option('--base <revision>', 'compare each contract with that of a revision of git, such as main')
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

/** A comparison, as it is printed. */
interface Printed {
  /** Undefined for two files. */
  readonly contract?: ContractFile;
  /** The earlier version, revision or file; undefined for a new contract. */
  readonly before: string | undefined;
  readonly after: string;
  readonly changes: readonly Change[];
  readonly markdown: string;
  /** Why the version does not fit the changes. */
  readonly fault?: string | undefined;
}

const printed = await comparisons();
const markdown = printed.map((each) => each.markdown).join('\n\n');
console.log(format === 'json' ? JSON.stringify(printed.map(toJson), null, 2) : markdown);
for (const { fault } of printed) if (fault !== undefined) fail(fault);
const limit = failOn ?? (base !== undefined && process.env['CI'] ? 'breaking' : 'none');
if (limit !== 'none') for (const each of printed) failOnSevere(each, limit);

async function comparisons(): Promise<Printed[]> {
  if (before !== undefined && after !== undefined) return [compareFiles(before, after)];
  if (base !== undefined) return contractFiles.map((file) => compareWithRevision(base, file));
  return await Promise.all(contractFiles.map(compareWithRelease));
}

function compareFiles(before: string, after: string): Printed {
  const changes = contractChanges(read(readDocument, before), read(readDocument, after));
  return { before, after, changes, markdown: listed(`${after}, compared with ${before}`, changes) };
}

function compareWithRevision(revision: string, file: ContractFile): Printed {
  const earlier = read(() => readRevision(revision, file), file);
  const of = { contract: file, after: file };
  if (earlier === undefined) {
    return { ...of, before: undefined, changes: [], markdown: `## ${file} is new: ${revision} does not have it` };
  }
  const changes = contractChanges(earlier, read(readDocument, join(root, file)));
  return { ...of, before: revision, changes, markdown: listed(`${file}, compared with ${revision}`, changes) };
}

async function compareWithRelease(file: ContractFile): Promise<Printed> {
  const comparison = await compareWithReleased(file);
  const { released, version, changes, fault } = comparison;
  return { contract: file, before: released, after: version, changes, markdown: toMarkdown(comparison), fault };
}

function toJson({ contract, before, after, changes }: Printed) {
  return { contract, before: before ?? null, after, counts: counts(changes), changes };
}

function failOnSevere({ contract, before, changes }: Printed, limit: Level): void {
  const severe = changes.filter(({ level }) => levels.indexOf(level) <= levels.indexOf(limit)).length;
  const where = contract === undefined ? '' : ` to ${contract}`;
  if (severe > 0)
    fail(
      `--fail-on ${limit}: ${severe} of the changes${where} since ${before} ${severe === 1 ? 'is' : 'are'} that severe`,
    );
}

function fail(reason: string): void {
  console.error(`\n${reason}.`);
  process.exitCode = 1;
}

function read<Document>(from: (name: string) => Document, name: string): Document {
  try {
    return from(name);
  } catch (error) {
    return command.error(`error: ${(error as Error).message}`);
  }
}
