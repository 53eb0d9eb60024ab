import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadRequest, LoadSize, Tally } from './load-client.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('wrk.lua', import.meta.url));
/** Seconds until a run that sends each request once times out. */
const timeoutSeconds = 60;

/** The name and version that wrk prints; undefined if it is not installed. */
export async function wrkVersion(): Promise<string | undefined> {
  // wrk exits with 1 after printing its version.
  const { stdout } = await run('wrk', ['--version']).catch((error: { stdout?: string }) => error);
  return /^wrk \S+/.exec(stdout ?? '')?.[0];
}

/** Sends the requests from one thread of wrk, a program in C that leaves most of the machine to the target. */
export async function byWrk(
  origin: string,
  requests: readonly LoadRequest[],
  { seconds, connections }: LoadSize,
): Promise<Tally> {
  const directory = await mkdtemp(join(tmpdir(), 'wrk-'));
  try {
    const file = join(directory, 'requests');
    await writeFile(file, requests.map(({ path, token = '', body = '' }) => `${path}\t${token}\t${body}\n`).join(''));
    const { stdout } = await run('wrk', [
      ...['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds ?? timeoutSeconds}s`],
      ...['--timeout', `${timeoutSeconds}s`, '--script', script, origin],
      ...['--', file, seconds === undefined ? 'once' : 'repeatedly'],
    ]);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Tally;
  } finally {
    await rm(directory, { recursive: true });
  }
}
