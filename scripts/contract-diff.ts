/**
 * Prints, in Markdown, what changed in the contracts:
 *
 *   npm run contract:diff                        in each since its last release, which is in
 *                                                `contract/released/`
 *   npm run contract:diff -- --base main         in each since a revision of git
 *   npm run contract:diff -- OLD.yaml NEW.yaml   from one file to another
 *
 * A contract that has no earlier form is new, which is no change. Exits 1 when it cannot compare,
 * when no code can be made of the later contract, or when a change is as severe as `--fail-on` says
 * and not accepted in `contract/accepted.yaml`; without a base or files, also when the version of a
 * contract is too low for its changes, or an accepted change is not there.
 */
import { Command, Option } from 'commander';
import { acceptedOf, withReasons } from '../contract/diff/accepted.ts';
import { type Change, counts, type Level, levels, listed } from '../contract/diff/change.ts';
import { contractChanges } from '../contract/diff/compare.ts';
import { compareWithReleased } from '../contract/diff/released.ts';
import { readFile, readRevision } from '../contract/diff/sources.ts';
import { type ContractFile, contractFiles, readContract } from '../contract/document/read.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { assertExpressible } from './codegen/verify.ts';

const allowed = 'Allowed: nothing, two files (OLD.yaml NEW.yaml), or --base REVISION.';

const command = new Command('npm run contract:diff --')
  .description('Prints what changed in each contract since its last release, since a revision, or between two files.')
  .argument('[OLD.yaml]', 'a contract; without it, the last release of each contract')
  .argument('[NEW.yaml]', 'the contract to compare with it')
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
  readonly heading: string;
  /** Why the version or the accepted changes do not fit the changes. */
  readonly fault?: string | undefined;
}

await runCommand(async () => {
  const printed = await comparisons();
  const markdown = printed.map(({ heading, before, changes }) =>
    before === undefined ? `## ${heading}` : listed(heading, changes),
  );
  console.log(format === 'json' ? JSON.stringify(printed.map(toJson), null, 2) : markdown.join('\n\n'));
  for (const { fault } of printed) if (fault !== undefined) fail(fault);
  const limit = failOn ?? (base !== undefined && process.env['CI'] ? 'breaking' : 'none');
  if (limit !== 'none') for (const each of printed) failOnSevere(each, limit);
});

async function comparisons(): Promise<Printed[]> {
  if (before !== undefined && after !== undefined) {
    const [earlier, later] = [readFile(before), readFile(after)];
    assertExpressible(after, later);
    const changes = contractChanges(earlier, later);
    return [{ before, after, changes, heading: `${after}, compared with ${before}` }];
  }
  for (const file of contractFiles) assertExpressible(file, readContract(file));
  if (base !== undefined) return contractFiles.map((file) => compareWithRevision(base, file));
  return await Promise.all(contractFiles.map(compareWithRelease));
}

function compareWithRevision(revision: string, file: ContractFile): Printed {
  const earlier = readRevision(revision, file);
  const of = { contract: file, after: file };
  if (earlier === undefined) {
    return { ...of, before: undefined, changes: [], heading: `${file} is new: ${revision} does not have it` };
  }
  const current = readContract(file);
  const changes = withReasons(contractChanges(earlier, current), acceptedOf(file), current.info.version);
  return { ...of, before: revision, changes, heading: `${file}, compared with ${revision}` };
}

async function compareWithRelease(file: ContractFile): Promise<Printed> {
  const { released, version, changes, fault } = await compareWithReleased(file);
  const heading =
    released === undefined
      ? `${file} ${version} is new: it has not been released`
      : `${file} ${version}, compared with the released ${released}`;
  return { contract: file, before: released, after: version, changes, heading, fault };
}

function toJson({ contract, before, after, changes }: Printed) {
  return { contract, before: before ?? null, after, counts: counts(changes), changes };
}

function failOnSevere({ contract, before, changes }: Printed, limit: Level): void {
  const severe = changes.filter(
    ({ level, accepted }) => accepted === undefined && levels.indexOf(level) <= levels.indexOf(limit),
  ).length;
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
