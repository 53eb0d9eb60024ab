/**
 * Writes one HTML page for the review of the contract, `reports/contract.html`: `npm run contract:report`. It lints, compares
 * and tests anew each time. Exits 1 when any of that is not as it should be; the page is written all the same.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { VersionedContract } from '../contract/diff/compare.ts';
import { compareWithReleased } from '../contract/diff/released.ts';
import { answers } from '../contract/dredd/answers.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { checksPictures } from '../contract/report/checks-picture.ts';
import { conformance, requirementsOf } from '../contract/report/conformance.ts';
import { type Report, renderPage, verdicts } from '../contract/report/page.ts';
import { renderRedoc } from '../contract/report/redoc.ts';
import { runDredd, runPrecedence } from '../contract/report/runs.ts';
import { root } from '../src/root.ts';

const contract: VersionedContract & { tags: [{ name: string }] } = parse(
  await readFile(join(root, 'openapi.yaml'), 'utf8'),
);

const [comparison, lint, redoc, ...runs] = await Promise.all([
  compareWithReleased(),
  lintContract(),
  renderRedoc(contract.tags[0].name),
  runDredd(),
  runPrecedence(),
]);
const required = requirementsOf(
  contract,
  answers.map(({ name }) => name),
);
const report: Report = {
  title: contract.info.title,
  made: Temporal.Now.instant(),
  comparison,
  lint,
  pictures: checksPictures(contract),
  answers: conformance(required.answers, runs),
  checks: conformance(required.checks, runs),
  runs,
  redoc,
};

await mkdir(join(root, 'reports'), { recursive: true });
await writeFile(join(root, 'reports/contract.html'), await renderPage(report));

const verdict = verdicts(report);
console.log(`reports/contract.html
lint: ${verdict.lint ? 'clean' : 'not clean'}
version: ${verdict.changes ? 'right' : 'too low'} for the changes since ${comparison.released}
conformance: ${verdict.conformance ? 'all documented answers and checks passed' : 'not all documented answers and checks passed'}`);
process.exitCode = Object.values(verdict).every(Boolean) ? 0 : 1;
