import { readFile } from 'node:fs/promises';

/** How many files, and so connections, this process and those that it starts may have open (`ulimit -n`). */
export async function openFilesLimit(): Promise<number> {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
  return Number(soft);
}
