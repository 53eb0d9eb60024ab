import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

/**
 * The style of `biome.json`, which leaves generated folders out and is not in every copy of the
 * project that tests make.
 */
const style = ['--indent-style=space', '--line-width=120', '--javascript-formatter-quote-style=single'];

/**
 * Formats TypeScript as the project's own, for readers.
 *
 * @throws Error with Biome's message, if the code has a syntax error
 */
export async function format(code: string): Promise<string> {
  const args = [biome, 'format', '--stdin-file-path=code.ts', '--vcs-enabled=false', ...style];
  const formatted = promisify(execFile)(process.execPath, args, { cwd: root });
  formatted.child.stdin?.end(code);
  return (await formatted).stdout;
}
