/**
 * Writes an HTML page for the review of the contract, `reports/contract.html`, and beside it `reports/redoc.html`, the contract as Redocly CLI
 * shows it: `npm run contract:report`. Each run lints, compares and tests again. Exits 1 when any of that finds a fault; the pages are
 * still written, unless a generated file is stale.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { parse } from 'yaml';
import { compareWithReleased } from '../contract/diff/released.ts';
import { readContract } from '../contract/document/read.ts';
import { lintExceptions } from '../contract/lint/exceptions.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { conformance, requirementsOf } from '../contract/report/conformance.ts';
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
  .description('Writes reports/contract.html and reports/redoc.html, for the review of the contract.')
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

  const [comparison, origin, lint, exceptions, dredd, precedence] = await Promise.all([
    compareWithReleased(),
    originOf(),
    lintContract(),
    lintExceptions(),
    dreddRun(),
    precedenceRun(),
    writeRedoc(join(folder, 'redoc.html')),
  ]);
  const contract = readContract();
  const runs = [dredd, precedence];
  const required = requirementsOf(contract);
  const report: Report = {
    contract,
    released: parse(await readFile(join(root, 'contract/released', `${comparison.released}.yaml`), 'utf8')),
    made: Temporal.Now.instant(),
    origin,
    comparison,
    lint,
    exceptions,
    responses: conformance(required.responses, runs),
    checks: conformance(required.checks, runs),
    runs,
  };
  await writeFile(join(folder, 'contract.html'), await renderPage(report));

  const verdict = verdicts(report);
  console.log('reports/contract.html');
  console.log(`lint: ${verdict.lint ? 'clean' : 'not clean'}`);
  console.log(`version: ${verdict.changes ? 'right' : 'too low'} for the changes since ${comparison.released}`);
  console.log(`conformance: ${verdict.conformance ? '' : 'not '}all documented responses and checks passed`);
  for (const line of missing(report)) console.log(`  ${line}`);
  process.exitCode = Object.values(verdict).every(Boolean) ? 0 : 1;
}
