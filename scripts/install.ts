/**
 * Installs a package of the project that has a lock file of its own, unless it is installed as that says:
 *
 *   node scripts/install.ts FOLDER
 *
 * The commands of reviewers and of the benchmark begin with it: nobody else needs what they need.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';

const [folder = ''] = process.argv.slice(2);
const modified = (file: string) =>
  statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;

// npm writes the former once everything else is there.
if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.error(`Installing what ${folder}/ needs`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, folder),
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    shell: process.platform === 'win32', // npm is a script there
  });
  process.exitCode = status ?? 1;
}
