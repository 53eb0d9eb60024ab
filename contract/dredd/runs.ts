import type { ContractFile } from '../document/read.ts';
import type { CaseResult } from './cases.ts';
import { runDredd } from './dredd.ts';
import { type ResponseFault, type RunFault, spoiledResponses, spoiledRuns, swappedChecks } from './faults.ts';
import { type JsonResponse, startProxy } from './proxy.ts';
import { isSkipped, summaryOf } from './summary.ts';
import type { Target } from './target.ts';

/**
 * Runs Dredd once for each of several contracts, and prints what was skipped and what failed.
 *
 * @param operation as `DreddOptions` has it
 * @returns whether nothing failed
 */
export async function isAsDocumented(
  files: readonly ContractFile[],
  target: Target,
  operation?: string,
): Promise<boolean> {
  const results: CaseResult[] = [];
  for (const file of files) results.push(...(await runDredd(file, target, { operation })));
  const summary = summaryOf(results);
  for (const line of summary.skipped) console.log(line);
  for (const line of summary.failed) console.error(line);
  const passed = results.filter((result) => result.passed).length;
  const skipped = results.filter(isSkipped).length;
  const failed = results.length - passed - skipped;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0;
}

/**
 * Runs Dredd on `openapi.yaml` without a fault, then once with each, and prints each run.
 *
 * @returns whether the run without a fault passes, and each fault fails its run for that fault's reason only
 */
export async function reportsFaults(target: Target): Promise<boolean> {
  let reportsAll = isAsExpected('no fault', await runDredd('openapi.yaml', target, { silent: true }));
  for (const fault of [...spoiledResponses, ...swappedChecks, ...spoiledRuns]) {
    reportsAll = isAsExpected(fault.name, await runWith(fault, target), fault.reason) && reportsAll;
  }
  return reportsAll;
}

async function runWith(fault: ResponseFault | RunFault, target: Target): Promise<CaseResult[]> {
  if ('options' in fault) return await runDredd('openapi.yaml', target, { silent: true, options: fault.options });
  const { operation, status, when = () => true } = fault;
  await using proxy = await startProxy(target.url, (response, request) => {
    const isOfOperation = operation === undefined || operation === `${request.method} ${request.path.split('?')[0]}`;
    if (response.status === status && isOfOperation && when(request)) spoil(response, fault);
  });
  return await runDredd('openapi.yaml', target, { silent: true, endpoint: proxy.url });
}

function spoil(response: JsonResponse, { instead: { status, headers = {}, body } }: ResponseFault): void {
  response.status = status ?? response.status;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) response.headers.delete(name);
    else response.headers.set(name, value);
  }
  Object.assign(response.body, body); // JSON has no undefined members
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
