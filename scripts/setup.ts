/**
 * Installs the packages of each folder that has a lock file of its own, unless they are up to date:
 * `npm run setup`. The tools on contracts, the benchmark, and the suites `browser`, `consumers` and
 * `contract-tools` need them; the service and `npm test` do not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';

await Promise.all(['contract', 'test', 'bench'].map(install));

async function install(folder: string): Promise<void> {
  const modified = (file: string) =>
    statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  // npm writes node_modules/.package-lock.json last.
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return;
  console.log(`Installing the packages of ${folder}/`);
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32', // npm is a script there
  });
  const [status] = await once(npm, 'exit');
  if (status === 0) return;
  console.error(`npm could not install the packages of ${folder}/`);
  process.exitCode = 1;
}
