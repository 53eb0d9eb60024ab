import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../src/root.ts';
import { installPackages } from './install.ts';

const require = createRequire(import.meta.url);
export interface Finished {
  readonly exitCode: number | null;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
}

/**
 * Runs a command of a package of `contract/` in the project's folder, and installs these packages
 * first, unless they are there.
 *
 * Node's permission model (https://nodejs.org/api/permissions.html) denies it write access, and the
 * network unless it is allowed.
 *
 * @param variables of its environment, besides those of this process
 * @throws StartError when the packages cannot be installed
 * @throws Error when it has no such command
 */
export async function runConfined(
  name: string,
  command: string,
  args: readonly string[],
  { network = false, variables = {} }: { network?: boolean; variables?: Record<string, string> } = {},
): Promise<Finished> {
  await installPackages('contract');
  const manifest = require.resolve(`${name}/package.json`);
  const script = require(manifest).bin?.[command];
  if (script === undefined) throw new Error(`${name} has no command ${command}`);
  // Redocly CLI checks for updates and sends telemetry by default.
  const own = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const env = { ...process.env, ...own, ...variables };
  const permissions = ['--permission', '--allow-fs-read=*', ...(network ? ['--allow-net'] : [])];
  const child = spawn(process.execPath, [...permissions, join(dirname(manifest), script), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
}
