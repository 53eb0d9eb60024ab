import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { submitVerseOperation } from '../src/generated/operations.ts';
import { cpuTime } from './cpu.ts';
import { secret, submission, tokenOf } from './players.ts';
import type { Database } from './postgres.ts';
import type { Program } from './programs.ts';

/** What is loaded: a process that serves the endpoint on a database of its own. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  /** The endpoint. */
  readonly url: string;
  readonly database: Database;
  /** From the start of the process to the end of its first answer, in milliseconds. */
  readonly startMs: number;
  /** The CPU time that it and its PostgreSQL have used so far, in microseconds. */
  cpu(): { readonly own: number; readonly database: number };
  /** The most memory it has held so far (resident), in MiB. */
  peakMemory(): number;
}

/** Of every calendar, where nothing else is said: room for the 3,200 submissions of a round. */
const roomyHorizonDays = 3_650;

/** Milliseconds until a program that does not answer is given up. */
const patience = 30_000;

/** Starts a program as it would run in production, its log thrown away, and waits for its first answer. */
export async function startTarget(
  { name, folder, nodeArguments }: Program,
  database: Database,
  horizonDays = roomyHorizonDays,
): Promise<Target> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${submitVerseOperation.path}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...profiling(name), ...nodeArguments], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: database.url,
      AUTH_JWT_SECRET: secret,
      SCHEDULE_HORIZON_DAYS: String(horizonDays),
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    await firstAnswer(name, url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = child.pid as number; // it has answered, so it runs
  return {
    name,
    url,
    database,
    startMs: performance.now() - started,
    cpu: () => ({ own: cpuTime(pid), database: database.cpu() }),
    peakMemory: () => peakMemory(pid),
    [Symbol.asyncDispose]: stop,
  };
}

/** Where `PROFILE` names a folder, each process writes a CPU profile there when it ends. */
function profiling(name: string): string[] {
  const folder = process.env['PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}/${name}`];
}

/** The first answer is one that the database was asked for: nobody knows this player. */
async function firstAnswer(name: string, url: string, child: ChildProcess): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf('nobody')}` };
  const signal = AbortSignal.timeout(patience);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode} before it answered`);
    if (signal.aborted) throw new Error(`${name} did not answer within ${patience} ms`);
    const response = await fetch(url, { method: 'POST', headers, body: submission, signal }).catch(() => undefined);
    if (response?.status === 403) return;
    if (response !== undefined) throw new Error(`The first answer of ${name} was ${response.status} instead of 403`);
    await setTimeout(5);
  }
}

/** Linux's high-water mark, https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function peakMemory(pid: number): number {
  const kibibytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
