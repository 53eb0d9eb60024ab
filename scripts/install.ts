import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';

/**
 * Installs the packages of a folder that has a lock file of its own, unless they are up to date.
 * The commands that need them call it first, so `npm ci` in the project does not install them. If
 * npm fails, so does the command: the process ends with 1.
 */
export function installPackages(folder: 'bench' | 'contract' | 'scripts' | 'test' | 'test/mutation'): void {
  const modified = (file: string) =>
    statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  // npm writes node_modules/.package-lock.json last.
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return;
  console.error(`Installing the packages of ${folder}/`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, folder),
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    shell: process.platform === 'win32', // npm is a script there
  });
  if (status === 0) return;
  console.error(`npm could not install the packages of ${folder}/`);
  process.exit(1);
}
