import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../process/is-alive.ts';
import { readIfExists } from './folder.ts';

/** Says in a folder where its service listens, for commands in other terminals. */
export async function writeAddress(directory: string, url: string): Promise<void> {
  await writeFile(pathIn(directory), JSON.stringify({ pid: process.pid, url }));
}

export async function removeAddress(directory: string): Promise<void> {
  await rm(pathIn(directory), { force: true });
}

/**
 * Where the service that uses a folder listens; undefined unless it runs. A killed one leaves the
 * file, and a power cut may leave it empty.
 */
export async function addressIn(directory: string): Promise<string | undefined> {
  const text = (await readIfExists(pathIn(directory))) ?? '';
  const [, pid, url] = /^\{"pid":(\d+),"url":"([^"]+)"\}$/.exec(text) ?? [];
  return isAlive(Number(pid)) ? url : undefined;
}

function pathIn(directory: string): string {
  return join(directory, 'service.json');
}
