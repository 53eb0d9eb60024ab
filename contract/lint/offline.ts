import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../../src/root.ts';

const require = createRequire(import.meta.url);
export interface Finished {
  readonly exitCode: number | null;
  /** Standard output and standard error, interleaved. */
  readonly output: string;
}

/**
 * Runs a command of an installed package in the project's folder.
 *
 * Node's permission model (https://nodejs.org/api/permissions.html) denies it the network and write
 * access.
 *
 * @throws Error when the package is not installed or has no such command
 */
export async function runOffline(name: string, command: string, args: readonly string[]): Promise<Finished> {
  const manifest = require.resolve(`${name}/package.json`);
  const script = require(manifest).bin?.[command];
  if (script === undefined) throw new Error(`${name} has no command ${command}`);
  // Redocly CLI checks for updates and sends telemetry by default.
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const nodeArgs = ['--permission', '--allow-fs-read=*', join(dirname(manifest), script), ...args];
  const child = spawn(process.execPath, nodeArgs, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
