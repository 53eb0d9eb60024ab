import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { submitVerseOperation } from '../src/generated/operations.ts';
import { secret, submission, tokenOf } from './players.ts';
import type { Database } from './postgres.ts';

/** What is loaded: a process that serves the endpoint on a database of its own. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  /** The endpoint. */
  readonly url: string;
  readonly database: Database;
  /** From the start of the process to the end of its first answer, in milliseconds. */
  readonly startMs: number;
  /** The most memory it has held so far (resident), in MiB; undefined where the system does not tell. */
  peakMemory(): Promise<number | undefined>;
}

/** The calendar of both. */
export const rules = { leadDays: 7, windowDays: 14, horizonDays: 36_500 };

/** What Node is started with: the service as `npm start` starts it, once it is built. */
const programs = {
  service: manifest.scripts.start.split(' ').slice(1),
  'hand-written': ['bench/yardsticks/hand-written/server.ts'],
} as const;
export type TargetName = keyof typeof programs;

/** Starts a target as it would run in production, its log thrown away, and waits for its first answer. */
export async function startTarget(name: TargetName, database: Database): Promise<Target> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${submitVerseOperation.path}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...profiling(name), ...programs[name]], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: database.url,
      AUTH_JWT_SECRET: secret,
      SCHEDULE_HORIZON_DAYS: String(rules.horizonDays),
    },
  });
  await firstAnswer(url, child);
  return {
    name,
    url,
    database,
    startMs: performance.now() - started,
    peakMemory: () => peakMemory(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Where `PROFILE` names a folder, each process writes a CPU profile there when it ends. */
function profiling(name: string): string[] {
  const folder = process.env['PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}/${name}`];
}

/** The first answer is one that the database was asked for: nobody knows this player. */
async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf('nobody')}` };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode} before it answered`);
    const response = await fetch(url, { method: 'POST', headers, body: submission }).catch(() => undefined);
    if (response?.status === 403) return;
    if (response !== undefined) throw new Error(`Its first answer was ${response.status} instead of 403`);
    await setTimeout(5);
  }
}

/** Linux's high-water mark, https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function peakMemory(pid: number | undefined): Promise<number | undefined> {
  try {
    const kibibytes = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
