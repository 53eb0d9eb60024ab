/**
 * Writes `reports/contracts.md`, which a pull request or CI can show, for the review of the
 * contracts: `npm run contract:report`. It lints, compares, and runs Dredd and the journeys. Exits
 * 1 when any of that finds a fault; the report is still written, unless a generated file is stale.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareWithReleased } from '../contract/diff/released.ts';
import { type ContractFile, contractFiles, readContract } from '../contract/document/read.ts';
import { type CaseResult, testedContracts } from '../contract/dredd/cases.ts';
import { runDredd } from '../contract/dredd/dredd.ts';
import { sentencesIn } from '../contract/dredd/sentences.ts';
import { Session } from '../contract/dredd/session.ts';
import { withTarget } from '../contract/dredd/target.ts';
import { journeysFile, runJourneys } from '../contract/journeys/run.ts';
import { lintContract } from '../contract/lint/lint.ts';
import { faultsOf, toMarkdown } from '../contract/report.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { root } from '../src/root.ts';
import { buildChapters } from './chapters.ts';
import { assertFresh } from './codegen/stale.ts';
import { buildPages } from './pages.ts';

await runCommand(async () => {
  const path = join(root, 'reports/contracts.md');
  const log = 'reports/contracts.log';
  await rm(path, { force: true }); // a report of an earlier run would pass for this one's
  await assertFresh(); // Dredd tests the generated code: if it is stale, that says nothing about the contracts
  await Promise.all([buildChapters(), buildPages()]);

  const verdicts = [await lintContract()];
  const results = await withTarget(async (target) => {
    const found = new Map<ContractFile, readonly CaseResult[]>();
    const session = new Session(target);
    for (const file of testedContracts) found.set(file, await runDredd(file, session, { silent: true }));
    const { exitCode, output } = await runJourneys(target);
    verdicts.push({ name: `[the journeys](../${journeysFile})`, passed: exitCode === 0, output });
    return found;
  }, log);
  const reports = await Promise.all(
    contractFiles.map(async (file) => ({
      contract: readContract(file),
      sha256: createHash('sha256')
        .update(await readFile(join(root, file)))
        .digest('hex'),
      comparison: await compareWithReleased(file),
      results: results.get(file),
      sentences: testedContracts.some((each) => each === file) ? sentencesIn(file) : [],
    })),
  );
  await mkdir(join(root, 'reports'), { recursive: true });
  await writeFile(path, toMarkdown(reports, verdicts, commit()));
  console.log('reports/contracts.md');
  const faults = [
    ...verdicts.flatMap(({ name, passed }) => (passed ? [] : `fails: ${name}`)),
    ...reports.flatMap(faultsOf),
  ];
  if (faults.length === 0) return;
  for (const fault of faults) console.error(`  ${fault}`);
  console.error(`The service's errors, provoked ones included: ${log}`);
  process.exitCode = 1;
});

/**
 * The commit that is checked out, with `-dirty` where a file differs from it; `unknown` outside a
 * repository.
 */
function commit(): string {
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}
