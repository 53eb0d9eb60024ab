import { dirname } from 'node:path';
import { runOffline } from '../lint/offline.ts';

/**
 * Writes the contract as an HTML page, by Redocly CLI.
 *
 * @param file where to write it, in a folder that exists
 * @throws Error with the output of Redocly CLI, when it fails
 */
export async function writeRedoc(file: string): Promise<void> {
  const options = ['--config', 'contract/lint/redocly.yaml', '--inlineBundle', '--output', file];
  const args = ['build-docs', 'openapi.yaml', ...options];
  const { exitCode, output } = await runOffline('@redocly/cli', 'redocly', args, [dirname(file)]);
  if (exitCode !== 0) throw new Error(`redocly build-docs exited with ${exitCode}: ${output}`);
}
