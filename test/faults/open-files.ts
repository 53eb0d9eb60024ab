import { readFile } from 'node:fs/promises';

/**
 * The number of files, and so connections, that this process and each one it starts may open
 * (`ulimit -n`).
 */
export async function openFilesLimit(): Promise<number> {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
  return Number(soft);
}
