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

/** A process under load, which serves the contract's operations from a database of its own. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  readonly hasPages: boolean;
  readonly origin: string;
  readonly database: Database;
  /** From the start of the process to the end of its first response, in milliseconds. */
  readonly startMs: number;
  /** The CPU time the process and its PostgreSQL have used so far, in microseconds. */
  cpu(): { readonly own: number; readonly database: number };
  /** The peak of its resident memory so far, in MiB. */
  peakMemory(): number;
}

/** The default horizon: room for the 3,200 submissions of a round. */
export const roomyHorizonDays = 3_650;

/** Milliseconds until a start times out. */
const startTimeoutMs = 30_000;

/** Starts a program as it would run in production, discards its log, and waits for its first response. */
export async function startTarget(
  { name, folder, nodeArguments, hasPages }: Program,
  database: Database,
  horizonDays = roomyHorizonDays,
): Promise<Target> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
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
    await firstResponse(name, origin, child);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = child.pid as number; // it has responded, so it runs
  return {
    name,
    hasPages,
    origin,
    database,
    startMs: performance.now() - started,
    cpu: () => ({ own: cpuTime(pid), database: database.cpu() }),
    peakMemory: () => peakMemory(pid),
    [Symbol.asyncDispose]: stop,
  };
}

/** If `PROFILE` names a folder, each process writes a CPU profile there when it ends. */
function profiling(name: string): string[] {
  const folder = process.env['PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}/${name}`];
}

/** The first response involves the database: the player is unknown, so it is 403. */
async function firstResponse(name: string, origin: string, child: ChildProcess): Promise<void> {
  const url = new URL(submitVerseOperation.path, origin);
  const headers = { authorization: `Bearer ${tokenOf('nobody')}` };
  const signal = AbortSignal.timeout(startTimeoutMs);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode} before its first response`);
    if (signal.aborted) throw new Error(`${name} did not respond within ${startTimeoutMs} ms`);
    const response = await fetch(url, { method: 'POST', headers, body: submission, signal }).catch(() => undefined);
    if (response?.status === 403) return;
    if (response !== undefined) throw new Error(`The first response of ${name} was ${response.status} instead of 403`);
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
