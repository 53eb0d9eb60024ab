/**
 * Has Dredd provoke every response that the contract documents, from the real service on an empty database. Exits 1 unless every response is
 * as documented.
 *
 *   npm run dredd
 *   npm run dredd -- --faults   runs once without a fault and once with each of contract/dredd/faults.ts; exits 1 unless it reports each
 */
import { Command } from 'commander';
import { type DreddOptions, type ResponseResult, runDredd } from '../contract/dredd/dredd.ts';
import { type ResponseFault, type RunFault, spoiledResponses, spoiledRuns } from '../contract/dredd/faults.ts';
import { startProxy } from '../contract/dredd/proxy.ts';
import { type Target, withTarget } from '../contract/dredd/target.ts';

const command = new Command('npm run dredd --')
  .description('Has Dredd provoke every response that the contract documents, from the real service.')
  .option('--faults', 'run once without a fault and once with each; fail unless every fault is reported')
  .showHelpAfterError()
  .parse();

async function isAsDocumented(target: Target): Promise<boolean> {
  const results = await runDredd(target);
  const failed = results.filter(({ passed }) => !passed);
  for (const { name, reason } of failed) console.error(`${name}: ${reason}`);
  console.log(`${results.length - failed.length} of ${results.length} documented responses are as documented`);
  return failed.length === 0;
}

/** Whether the run without a fault passes, and each fault fails its run for that fault's reason only. */
async function reportsFaults(target: Target): Promise<boolean> {
  let reportsAll = isAsExpected('no fault', await runDredd(target, { silent: true }));
  for (const fault of [...spoiledResponses, ...spoiledRuns]) {
    reportsAll = isAsExpected(fault.name, await runWith(fault, target), fault.reason) && reportsAll;
  }
  return reportsAll;
}

async function runWith(fault: ResponseFault | RunFault, target: Target): Promise<ResponseResult[]> {
  const options: DreddOptions = { silent: true };
  if ('options' in fault) return await runDredd(target, { ...options, options: fault.options });
  await using proxy = await startProxy(target.url, (response) => {
    if (response.status === fault.status) fault.spoil(response);
  });
  return await runDredd(target, { ...options, endpoint: proxy.url });
}

/** Prints a run, and whether it failed for the expected reason; without one, whether it passed. */
function isAsExpected(fault: string, results: readonly ResponseResult[], expected?: RegExp): boolean {
  const failed = results.filter(({ passed }) => !passed);
  const asExpected =
    expected === undefined
      ? failed.length === 0
      : failed.length > 0 && failed.every(({ reason = '' }) => expected.test(reason));
  console.log(`${asExpected ? 'as expected' : 'NOT AS EXPECTED'}: ${fault}`);
  for (const { name, reason } of failed) console.log(`  ${name}: ${reason}`);
  if (!asExpected) console.error(`It must ${expected === undefined ? 'pass' : `fail for ${expected} only`}.`);
  return asExpected;
}

try {
  const { faults } = command.opts<{ faults?: boolean }>();
  process.exitCode = (await withTarget(faults ? reportsFaults : isAsDocumented)) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
