/**
 * Has Dredd provoke every response that the contract documents, and check the order of the checks. Exits 1 unless every response is as
 * documented.
 *
 *   npm run dredd
 *     tests the real service on an empty database
 *   npm run dredd -- --endpoint URL [--token TOKEN]
 *     tests a running service. It takes DATABASE_URL, AUTH_JWT_SECRET, AUTH_ISSUER and AUTH_AUDIENCE from the environment if they are set.
 *     What needs more than that is skipped, listed, and not counted as passed
 *   npm run dredd -- --only 'POST /api/submit-verse'
 *     tests one operation, also with --endpoint
 *   npm run dredd -- --faults
 *     runs once without a fault and once with each of contract/dredd/faults.ts; exits 1 unless it reports each
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { operationsOf, readContract } from '../contract/document.ts';
import type { CaseResult } from '../contract/dredd/cases.ts';
import { type DreddOptions, runDredd } from '../contract/dredd/dredd.ts';
import { withEndpoint } from '../contract/dredd/endpoint.ts';
import {
  type ResponseFault,
  type RunFault,
  spoiledResponses,
  spoiledRuns,
  swappedChecks,
} from '../contract/dredd/faults.ts';
import { startProxy } from '../contract/dredd/proxy.ts';
import { isSkipped, summaryOf } from '../contract/dredd/summary.ts';
import { type Target, withTarget } from '../contract/dredd/target.ts';
import { staleFault } from './codegen/stale.ts';

interface Options {
  readonly endpoint?: string;
  readonly token?: string;
  readonly only?: string;
  readonly faults?: true;
}

function parseUrl(value: string): string {
  const { protocol, search, hash } = URL.canParse(value) ? new URL(value) : {};
  if (['http:', 'https:'].includes(protocol ?? '') && search === '' && hash === '') return value;
  throw new InvalidArgumentError('It must be an http or https URL without a query, such as https://staging.example.');
}

const command = new Command('npm run dredd --')
  .description('Has Dredd provoke every response that the contract documents, and check the order of the checks.')
  .option('--endpoint <url>', 'test this running service instead of one on a database of its own', parseUrl)
  .option('--token <token>', 'with --endpoint: a token of a player without any rows in its database')
  .addOption(
    new Option('--only <operation>', 'test this operation, and the responses that belong to none').choices(
      operationsOf(readContract()).map(({ name }) => name),
    ),
  )
  .addOption(
    new Option(
      '--faults',
      'run once without a fault and once with each; fail unless every fault is reported',
    ).conflicts(['endpoint', 'only']),
  )
  .addHelpText(
    'after',
    `
With --endpoint, environment variables of the service allow more requests:

  AUTH_JWT_SECRET  signs a token of a new player (with AUTH_ISSUER and AUTH_AUDIENCE, if set); --token replaces it
  DATABASE_URL     inserts rows of that player, and deletes them after each request`,
  )
  .showHelpAfterError()
  .parse();

async function isAsDocumented(target: Target): Promise<boolean> {
  const results = await runDredd(target, { operation: only });
  const summary = summaryOf(results);
  for (const line of summary.skipped) console.log(line);
  for (const line of summary.failed) console.error(line);
  const passed = results.filter((result) => result.passed).length;
  const skipped = results.filter(isSkipped).length;
  const failed = results.length - passed - skipped;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0;
}

/** Whether the run without a fault passes, and each fault fails its run for that fault's reason only. */
async function reportsFaults(target: Target): Promise<boolean> {
  let reportsAll = isAsExpected('no fault', await runDredd(target, { silent: true }));
  for (const fault of [...spoiledResponses, ...swappedChecks, ...spoiledRuns]) {
    reportsAll = isAsExpected(fault.name, await runWith(fault, target), fault.reason) && reportsAll;
  }
  return reportsAll;
}

async function runWith(fault: ResponseFault | RunFault, target: Target): Promise<CaseResult[]> {
  const options: DreddOptions = { silent: true };
  if ('options' in fault) return await runDredd(target, { ...options, options: fault.options });
  await using proxy = await startProxy(target.url, (response, request) => {
    const operation = `${request.method} ${request.path.split('?')[0]}`;
    if (response.status === fault.status && [undefined, operation].includes(fault.operation)) {
      fault.spoil(response, request);
    }
  });
  return await runDredd(target, { ...options, endpoint: proxy.url });
}

/** Prints a run, and whether it failed for the expected reason; without one, whether it passed. */
function isAsExpected(fault: string, results: readonly CaseResult[], expected?: RegExp): boolean {
  const failed = results.filter(({ passed }) => !passed).map(({ name, reason }) => `${name}: ${reason}`);
  const asExpected =
    expected === undefined ? failed.length === 0 : failed.length > 0 && failed.every((each) => expected.test(each));
  console.log(`${asExpected ? 'as expected' : 'NOT AS EXPECTED'}: ${fault}`);
  for (const each of failed) console.log(`  ${each}`);
  if (!asExpected) console.error(`It must ${expected === undefined ? 'pass' : `fail for ${expected} only`}.`);
  return asExpected;
}

const { endpoint, token, only, faults } = command.opts<Options>();
if (token !== undefined && endpoint === undefined) command.error('error: --token needs --endpoint');

try {
  const stale = await staleFault();
  if (stale !== undefined) throw new Error(stale);
  const passed =
    endpoint === undefined
      ? await withTarget(faults ? reportsFaults : isAsDocumented)
      : await withEndpoint({ url: endpoint, token }, isAsDocumented);
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
