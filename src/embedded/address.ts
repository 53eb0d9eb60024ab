import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../process-alive.ts';

/** Says in a folder where its service listens, for commands in other terminals. */
export async function writeAddress(directory: string, url: string): Promise<void> {
  await writeFile(pathIn(directory), JSON.stringify({ pid: process.pid, url }));
}

export async function removeAddress(directory: string): Promise<void> {
  await rm(pathIn(directory), { force: true });
}

/**
 * Where the service that uses a folder listens; undefined unless it runs. A killed one leaves the
 * file.
 */
export async function addressIn(directory: string): Promise<string | undefined> {
  const text = await readFile(pathIn(directory), 'utf8').catch(() => 'null');
  const found = JSON.parse(text) as { readonly pid: number; readonly url: string } | null;
  return found && isAlive(found.pid) ? found.url : undefined;
}

function pathIn(directory: string): string {
  return join(directory, 'service.json');
}
