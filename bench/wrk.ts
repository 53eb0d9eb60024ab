import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadRequest, LoadSize, Tally } from './load.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('wrk.lua', import.meta.url));
/** Seconds until requests that are sent once are given up. */
const patience = 60;

/** What wrk calls itself; undefined where it is not installed. */
export async function wrkVersion(): Promise<string | undefined> {
  // It has no option that ends with 0.
  const { stdout } = await run('wrk', ['--version']).catch((error: { stdout?: string }) => error);
  return /^wrk \S+/.exec(stdout ?? '')?.[0];
}

/** Sends the requests by one thread of wrk, a program in C that leaves most of the machine to what it loads. */
export async function byWrk(
  url: string,
  requests: readonly LoadRequest[],
  { seconds, connections }: LoadSize,
): Promise<Tally> {
  const directory = await mkdtemp(join(tmpdir(), 'wrk-'));
  try {
    const file = join(directory, 'requests');
    await writeFile(file, requests.map(({ token = '', body }) => `${token}\t${body}\n`).join(''));
    const { stdout } = await run('wrk', [
      ...['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds ?? patience}s`],
      ...['--timeout', `${patience}s`, '--script', script, url],
      ...['--', file, seconds === undefined ? 'once' : 'again and again'],
    ]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Tally;
  } finally {
    await rm(directory, { recursive: true });
  }
}
