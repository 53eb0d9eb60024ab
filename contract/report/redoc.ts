import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ContractFile } from '../document/read.ts';
import { runOffline } from '../lint/offline.ts';

/** Redocly's page has its script, its styles and its icons in itself, but would load a logo from Redocly. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/**
 * Writes a contract as an HTML page, by Redocly CLI. The page loads nothing.
 *
 * @param file where to write it, in a folder that exists
 * @throws Error with the output of Redocly CLI, when it fails
 */
export async function writeRedoc(contract: ContractFile, file: string): Promise<void> {
  const options = ['--config', 'contract/lint/redocly.yaml', '--inlineBundle', '--output', file];
  const args = ['build-docs', contract, ...options];
  const { exitCode, output } = await runOffline('@redocly/cli', 'redocly', args, [dirname(file)]);
  if (exitCode !== 0) throw new Error(`redocly build-docs exited with ${exitCode}: ${output}`);
  const page = await readFile(file, 'utf8');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`;
  await writeFile(file, page.replace('<head>', `<head>\n  ${policy}`));
}
