import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** A script of the project, run as its npm script runs it. */
export class RunningScript {
  stdout = '';
  stderr = '';
  /** The exit code, or null when a signal ended it. */
  readonly exitCode: Promise<number | null>;
  readonly #child: ChildProcess;

  /** @param env the only environment variables that it gets, besides PATH */
  constructor(directory: string, args: string[], env: Record<string, string> = {}) {
    this.#child = spawn(process.execPath, args, { cwd: directory, env: { PATH: process.env['PATH'], ...env } });
    this.#child.stdout?.on('data', (data) => {
      this.stdout += data;
    });
    this.#child.stderr?.on('data', (data) => {
      this.stderr += data;
    });
    this.exitCode = once(this.#child, 'close').then(([code]) => code);
  }

  /** Waits until it has printed something. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.exitCode.then(() => 'ended');
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      const output = this.#child.stdout ? once(this.#child.stdout, 'data') : undefined;
      if ((await Promise.race([output, ended])) === 'ended') throw new Error(`It ended: ${this.stdout}${this.stderr}`);
    }
  }

  /** Sends a signal, and waits until it has ended. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return await this.exitCode;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until a process, which need not be a child of this one, has ended. */
export async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await setTimeout(5);
}
