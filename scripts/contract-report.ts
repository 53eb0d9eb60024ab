/**
 * Writes an HTML page for the review of each contract, such as `reports/openapi.html`, and beside it `reports/openapi.redoc.html`, the contract
 * as Redocly CLI shows it: `npm run contract:report`. Each run lints, compares and tests again. Exits 1 when any of that finds a fault; the pages
 * are still written, unless a generated file is stale.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { compareContracts, lastReleased } from '../contract/diff/released.ts';
import { type ContractFile, contractFiles, nameOf, readContract } from '../contract/document/read.ts';
import { testedContracts } from '../contract/dredd/suites.ts';
import { lintExceptions } from '../contract/lint/exceptions.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { conformance, type Run, requirementsOf } from '../contract/report/conformance.ts';
import { originOf } from '../contract/report/origin.ts';
import { renderPage } from '../contract/report/page.ts';
import { writeRedoc } from '../contract/report/redoc.ts';
import { missing, type Report, verdicts } from '../contract/report/report.ts';
import { dreddRun, precedenceRun } from '../contract/report/runs.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { root } from '../src/root.ts';
import { build } from './build.ts';
import { assertFresh } from './codegen/stale.ts';
import { installPackages } from './install.ts';

const command = new Command('npm run contract:report')
  .description('Writes a page for the review of each contract, and one with all of it, to reports/.')
  .showHelpAfterError()
  .action(makeReport);

await runCommand(() => command.parseAsync());

async function makeReport(): Promise<void> {
  // The tests run the generated code: if it is stale, they say nothing about the contract. Nor do pages of an earlier run.
  const folder = join(root, 'reports');
  await rm(folder, { recursive: true, force: true });
  await assertFresh();
  await mkdir(folder);
  installPackages('contract');
  await build(); // the test of the order runs the suite jest, which tests dist/

  const [lint, exceptions, dredd, precedence] = await Promise.all([
    lintContract(),
    lintExceptions(),
    dreddRun(),
    precedenceRun(),
  ]);
  for (const file of contractFiles) {
    const runs = testedContracts.includes(file) ? [dredd, precedence] : [];
    const report = { ...(await reportOn(file, runs)), lint, exceptions };
    await writeFile(join(folder, `${nameOf(file)}.html`), await renderPage(report));
    await writeRedoc(file, join(folder, `${nameOf(file)}.redoc.html`));
    print(report);
  }
}

async function reportOn(file: ContractFile, runs: readonly Run[]): Promise<Omit<Report, 'lint' | 'exceptions'>> {
  const contract = readContract(file);
  const released = await lastReleased(file);
  const required = requirementsOf(contract);
  return {
    contract,
    released,
    made: Temporal.Now.instant(),
    origin: await originOf(file),
    comparison: compareContracts(file, released, contract),
    responses: conformance(required.responses, runs),
    checks: conformance(required.checks, runs),
    runs,
  };
}

function print(report: Report): void {
  const { file, released } = report.comparison;
  const verdict = verdicts(report);
  console.log(`reports/${nameOf(file)}.html`);
  console.log(`lint: ${verdict.lint ? 'clean' : 'not clean'}`);
  console.log(
    released === undefined
      ? 'version: new'
      : `version: ${verdict.changes ? 'right' : 'too low'} for the changes since ${released}`,
  );
  if (report.runs.length > 0) {
    console.log(`conformance: ${verdict.conformance ? '' : 'not '}all documented responses and checks passed`);
    for (const line of missing(report)) console.log(`  ${line}`);
  }
  if (!Object.values(verdict).every(Boolean)) process.exitCode = 1;
}
