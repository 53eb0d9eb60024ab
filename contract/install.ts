import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/root.ts';
import { StartError } from '../src/start-error.ts';

/**
 * Installs the packages of a folder that has a lock file of its own, unless they are up to date.
 *
 * @throws StartError in one line when npm could not
 */
export async function installPackages(folder: string): Promise<void> {
  const modified = (file: string) =>
    statSync(join(root, folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  // npm writes node_modules/.package-lock.json last.
  if (modified('node_modules/.package-lock.json') >= modified('package-lock.json')) return;
  process.stderr.write(`Installing the packages of ${folder}/, once\n`);
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // npm is a script there
  });
  const [status] = await once(npm, 'exit');
  if (status !== 0) throw new StartError(`npm could not install the packages of ${folder}/`);
}
