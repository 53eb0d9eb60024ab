/**
 * Prepares the commit of a release: `npm run release -- 1.6.0`. The version is that of
 * `openapi.yaml`; each other contract is released with it if its own `info.version` is new. Changes
 * nothing if there can be no such release.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { lastReleased } from '../contract/diff/released.ts';
import { type ContractFile, contractFiles } from '../contract/document/read.ts';
import type { Contract } from '../contract/document/types.ts';
import { utcDate } from '../src/calendar/window.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { root } from '../src/root.ts';
import { StartError } from '../src/start-error.ts';
import { writeGenerated } from './codegen/stale.ts';
import { releaseEdits, releaseFiles } from './release/edits.ts';

const command = new Command('npm run release --')
  .description('Prepares the commit of a release of the service, its clients and its contracts.')
  .argument('<version>', 'the version of openapi.yaml, higher than that of the last release, such as 1.6.0')
  .showHelpAfterError()
  .action(async (version: string) => {
    assertCommitted();
    const texts: Record<string, string> = {};
    for (const file of releaseFiles) texts[file] = await readFile(join(root, file), 'utf8');
    const released: Partial<Record<ContractFile, Contract>> = {};
    for (const file of contractFiles) {
      const last = await lastReleased(file);
      if (last !== undefined) released[file] = last;
    }
    const edits = releaseEdits(version, utcDate(Temporal.Now.instant()).toString(), texts, released);
    for (const [file, text] of Object.entries(edits)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
      console.log(`${file in texts ? 'changed' : 'new'}  ${file}`);
    }
    for (const file of await writeGenerated()) console.log(`changed  ${file}`);
    console.log(`
Left to do, when \`npm test\` is green:
  git add contract/released && git commit --all --message "Release ${version}" && git tag v${version}
  npm sbom --sbom-format=cyclonedx --omit=dev > sbom.json
  npm publish --workspace client --provenance --access public`);
  });

/** A commit of the release has nothing else, and what is released is what was reviewed. */
function assertCommitted(): void {
  let changed: string;
  try {
    const args = ['status', '--porcelain', '--untracked-files=no'];
    changed = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (cause) {
    throw new StartError('A release needs the git repository of the project', { cause });
  }
  if (changed === '') return;
  const files = changed
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(3));
  throw new StartError(`Commit or revert first: ${files.join(', ')}`);
}

await runCommand(() => command.parseAsync());
