/**
 * Has Dredd provoke every response that the contracts document, and plays histories of generated
 * requests. The model of the contracts judges each response. Exits 1 unless all are right.
 *
 *   npm run dredd
 *     tests the real service on an empty database
 *   npm run dredd -- --endpoint URL
 *     tests what a running service has of openapi.yaml, whoever has written it. It takes
 *     AUTH_JWT_SECRET, AUTH_ISSUER, AUTH_AUDIENCE and DATABASE_URL from the environment if they are
 *     set. What needs more than that is skipped, listed, and not counted as passed
 *   npm run dredd -- --contract contract/openapi.desk.yaml
 *     tests one contract, also with --endpoint
 *   npm run dredd -- --only 'POST /api/submit-verse'
 *     tests one operation, also with --endpoint, without histories
 *   npm run dredd -- --random 3000 --seed 7
 *     plays histories of so many requests, also with --endpoint
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { operationsOf } from '../contract/document/operations.ts';
import { type ContractFile, readContract } from '../contract/document/read.ts';
import { type CaseResult, testedContracts } from '../contract/dredd/cases.ts';
import type { Target } from '../contract/dredd/session.ts';
import { printSummary } from '../contract/dredd/summary.ts';

interface Options {
  readonly endpoint?: string;
  readonly token?: string;
  readonly puzzleToken?: string;
  readonly solve?: string;
  readonly scratch?: true;
  readonly requireAll?: true;
  readonly contract?: ContractFile;
  readonly only?: string;
  readonly random: number;
  readonly seed: number;
  readonly verbose?: true;
}

function parseUrl(value: string): string {
  const { protocol, search, hash } = URL.canParse(value) ? new URL(value) : {};
  if (['http:', 'https:'].includes(protocol ?? '') && search === '' && hash === '') return value;
  throw new InvalidArgumentError('It must be an http or https URL without a query, such as https://staging.example.');
}

function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number, such as 300.');
}

const command = new Command('npm run dredd --')
  .description(
    'Has Dredd provoke every response that the contracts document, and checks the values and the order of the checks.',
  )
  .option('--endpoint <url>', 'test this running service instead of one on a database of its own', parseUrl)
  .option('--token <token>', 'with --endpoint: a token of a player who has never played')
  .option('--puzzle-token <token>', 'with --endpoint: a token with the role puzzle, which records completions')
  .option(
    '--solve <command>',
    'with --endpoint: a command that records a completion, such as "./solve {player} {date}"',
  )
  .option('--scratch', 'with --endpoint and DATABASE_URL: allow the run to fill and break this database')
  .option('--require-all', 'exit with 1 if a case was skipped')
  .addOption(
    new Option('--contract <file>', 'test this contract (default: all; with --endpoint: openapi.yaml)').choices(
      testedContracts,
    ),
  )
  .addOption(
    new Option('--only <operation>', 'test this operation, and the responses that belong to none')
      .choices(testedContracts.flatMap(namesIn))
      .conflicts('contract'),
  )
  .option('--random <count>', 'how many generated requests to play after that; 0 for none', parseCount, 300)
  .option('--seed <number>', 'which ones: the same seed makes the same requests', parseCount, 1)
  .option('--verbose', 'print each case, and what was skipped')
  .addHelpText(
    'after',
    `
With --endpoint, these environment variables of the service allow more cases:

  AUTH_JWT_SECRET  signs tokens of new players (with AUTH_ISSUER and AUTH_AUDIENCE, if set), and of the site's server;
                   --token and --puzzle-token replace them
  DATABASE_URL     inserts rows of these players, and deletes them after each request`,
  )
  .showHelpAfterError()
  .parse();

const {
  endpoint,
  contract,
  only,
  random,
  seed,
  verbose = false,
  requireAll = false,
  ...access
} = command.opts<Options>();
if (endpoint === undefined) {
  for (const [name] of Object.entries(access)) {
    const option = name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    command.error(`error: --${option} needs --endpoint`);
  }
}

// Imported only now, since help and wrong options should not take seconds.
const { withEndpoint } = await import('../contract/dredd/endpoint.ts');
const { runDredd } = await import('../contract/dredd/dredd.ts');
const { Session } = await import('../contract/dredd/session.ts');
const { playHistories } = await import('../contract/dredd/histories.ts');

try {
  const passed = await (endpoint === undefined
    ? testOwnService()
    : withEndpoint({ url: endpoint, ...access }, (target) => test(target)));
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function test(target: Target, log?: string): Promise<boolean> {
  const results: CaseResult[] = [];
  const session = new Session(target);
  for (const file of files()) results.push(...(await runDredd(file, session, { operation: only, silent: !verbose })));
  const isWhole = only === undefined && (contract ?? 'openapi.yaml') === 'openapi.yaml';
  const histories = isWhole && random > 0 ? await playHistories(session, random, seed) : undefined;
  return printSummary(results, { log, requireAll, verbose, versesLeft: target.left.verses, histories });
}

/**
 * The contracts to test. A running service need not have all of them, or has them at several
 * addresses.
 */
function files(): readonly ContractFile[] {
  if (contract !== undefined) return [contract];
  if (only !== undefined) return testedContracts.filter((file) => namesIn(file).includes(only));
  return endpoint === undefined ? testedContracts : testedContracts.slice(0, 1);
}

function namesIn(file: ContractFile): string[] {
  return operationsOf(readContract(file)).map(({ name }) => name);
}

/**
 * Tests this project's service, which needs fresh generated code, the text of the chapters and the
 * desk's page.
 */
async function testOwnService(): Promise<boolean> {
  // Imported only here: a running service needs neither the service's code nor the code generation.
  const { assertFresh } = await import('./codegen/stale.ts');
  const { buildChapters } = await import('./chapters.ts');
  const { buildPages } = await import('./pages.ts');
  const { withTarget } = await import('../contract/dredd/target.ts');
  await assertFresh();
  await Promise.all([buildChapters(), buildPages()]);
  const log = 'reports/dredd.log';
  return await withTarget((target) => test(target, log), log);
}
