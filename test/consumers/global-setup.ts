import { execFileSync } from 'node:child_process';
import { root } from '../../src/root.ts';
import globalSetupOfTests from '../support/global-setup.ts';

/** Generates the clients, which the tests import. */
export default async function globalSetup(): Promise<void> {
  execFileSync('npm', ['--prefix', 'test', 'run', 'generate'], { cwd: root, stdio: 'pipe' });
  await globalSetupOfTests();
}
