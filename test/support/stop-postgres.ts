/**
 * Stops the PostgreSQL server of a folder, and removes the folder, when this process's input ends:
 * that is when the process that started both says so, or has ended, however it ended.
 */
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, isAlive } from './process.ts';

const [directory = ''] = process.argv.slice(2);
await once(process.stdin.resume(), 'end');
const lines = await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
const pid = Number.parseInt(lines, 10);
if (isAlive(pid)) {
  process.kill(pid, 'SIGINT');
  await ended(pid);
}
await rm(directory, { recursive: true, force: true });
