/**
 * Installs the dependencies of a folder that has a lock file of its own, unless they are up to date:
 *
 *   node scripts/install.ts FOLDER
 *
 * The commands that need them run it first, so `npm ci` in the project does not install them.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { root } from '../src/root.ts';

const [folder = ''] = new Command('node scripts/install.ts')
  .description('Installs the dependencies of a folder with a lock file of its own, unless they are up to date.')
  .addArgument(
    new Argument('<folder>').choices([
      ...['bench', 'contract', 'test/browser', 'test/generators', 'test/image', 'test/mutation'],
    ]),
  )
  .showHelpAfterError()
  .parse().args;
const modified = (file: string) =>
  statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;

// npm writes node_modules/.package-lock.json last.
if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.error(`Installing the dependencies of ${folder}/`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, folder),
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    shell: process.platform === 'win32', // npm is a script there
  });
  process.exitCode = status ?? 1;
}
