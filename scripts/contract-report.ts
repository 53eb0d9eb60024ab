/**
 * Writes an HTML page for the review of the contract, `reports/contract.html`, and beside it `reports/redoc.html`, the contract as Redocly CLI
 * shows it: `npm run contract:report`. It lints, compares and tests anew each time. Exits 1 when any of that finds a fault; the pages are
 * written all the same, unless a generated file is stale.
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { compareWithReleased } from '../contract/diff/released.ts';
import { readContract } from '../contract/document.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { checksPictures } from '../contract/report/checks-picture.ts';
import { conformance, requirementsOf } from '../contract/report/conformance.ts';
import { type Report, renderPage, verdicts } from '../contract/report/page.ts';
import { writeRedoc } from '../contract/report/redoc.ts';
import { dreddRun, precedenceRun } from '../contract/report/runs.ts';
import { root } from '../src/root.ts';
import { staleFault } from './codegen/stale.ts';

new Command('npm run contract:report')
  .description('Writes reports/contract.html and reports/redoc.html, for the review of the contract.')
  .showHelpAfterError()
  .parse();

// The tests run the generated code: if it is stale, they say nothing about the contract. Nor do pages of an earlier run.
const folder = join(root, 'reports');
await rm(folder, { recursive: true, force: true });
const stale = await staleFault();
if (stale !== undefined) {
  console.error(stale);
  process.exit(1);
}
await mkdir(folder);

const [comparison, lint, dredd, precedence] = await Promise.all([
  compareWithReleased(),
  lintContract(),
  dreddRun(),
  precedenceRun(),
  writeRedoc(join(folder, 'redoc.html')),
]);
const contract = readContract();
const runs = [dredd, precedence];
const required = requirementsOf(contract);
const report: Report = {
  title: contract.info.title,
  made: Temporal.Now.instant(),
  comparison,
  lint,
  pictures: checksPictures(contract),
  responses: conformance(required.responses, runs),
  checks: conformance(required.checks, runs),
  runs,
};
await writeFile(join(folder, 'contract.html'), await renderPage(report));

const verdict = verdicts(report);
console.log(`reports/contract.html
lint: ${verdict.lint ? 'clean' : 'not clean'}
version: ${verdict.changes ? 'right' : 'too low'} for the changes since ${comparison.released}
conformance: ${verdict.conformance ? 'all documented responses and checks passed' : 'not all documented responses and checks passed'}`);
process.exitCode = Object.values(verdict).every(Boolean) ? 0 : 1;
