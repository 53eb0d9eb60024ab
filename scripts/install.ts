/**
 * Installs the packages of a folder that has a lock file of its own, unless they are up to date. It
 * runs before the commands that need them: `node scripts/install.ts test`.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';

const [folder = ''] = process.argv.slice(2);

const modified = (file: string) =>
  statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
// npm writes node_modules/.package-lock.json last.
if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.error(`Installing the packages of ${folder}/`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, folder),
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    shell: process.platform === 'win32', // npm is a script there
  });
  if (status !== 0) {
    console.error(`npm could not install the packages of ${folder}/`);
    process.exitCode = 1;
  }
}
