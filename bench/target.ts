import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../src/embedded/free-port.ts';
import { listSubmissionsOperation } from '../src/generated/operations.ts';
import { root } from '../src/root.ts';
import { cpuTime } from './cpu.ts';
import type { Database } from './postgres.ts';

/** A program to measure, which serves the contract's operations. */
export interface Program {
  readonly name: string;
  /** The folder it is started in. */
  readonly folder: string;
  /** Arguments of Node. */
  readonly arguments: readonly string[];
}

/** The built service of a checkout, started as by its `npm start`. */
export function serviceOf(folder: string, name: string): Program {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, folder, arguments: scripts.start.split(' ').slice(1) };
}

export const express: Program = { name: 'express', folder: root, arguments: ['bench/express/server.ts'] };

/** A program that runs, with a database of its own. */
export interface Target extends AsyncDisposable {
  readonly name: string;
  readonly origin: string;
  readonly database: Database;
  /** From the start of the process to the end of its first response, in milliseconds. */
  readonly startMs: number;
  /** The CPU time the process and its PostgreSQL have used so far, in microseconds. */
  cpu(): { readonly own: number; readonly database: number };
  /** The peak of its resident memory so far, in MiB. */
  peakMemory(): number;
}

export const secret = 'a secret of the benchmark, of more than 32 bytes';
/** Room for every 201 of a round. */
export const horizonDays = 3_650;
const startTimeoutMs = 30_000;

/**
 * Starts a program as it would run in production, discards its log, and waits for its first
 * response.
 */
export async function startTarget({ name, folder, arguments: args }: Program, database: Database): Promise<Target> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, args, {
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
    await firstResponse(origin, child);
  } catch (error) {
    await stop();
    throw new Error(`${name} did not start`, { cause: error });
  }
  const startMs = performance.now() - started;
  const pid = child.pid as number; // it has responded, so it runs
  return {
    name,
    origin,
    database,
    startMs,
    cpu: () => ({ own: cpuTime(pid), database: database.cpu() }),
    peakMemory: () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    [Symbol.asyncDispose]: stop,
  };
}

/** A 401. Every program listens only once it has its database. */
async function firstResponse(origin: string, child: ChildProcess): Promise<void> {
  const signal = AbortSignal.timeout(startTimeoutMs);
  while (!(await fetch(origin + listSubmissionsOperation.path, { signal }).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}`);
    signal.throwIfAborted();
    await setTimeout(5);
  }
}
