import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.ts';

/** A script of the project, run as its npm script runs it. */
export class RunningScript {
  stdout = '';
  stderr = '';
  /** The exit code, or null when a signal ended the process. */
  readonly exitCode: Promise<number | null>;
  readonly #child: ChildProcess;
  #ended = false;

  /**
   * @param env the only environment variables that the process gets, besides PATH and Node's cache
   * @param program runs the script, by default Node
   */
  constructor(directory: string, args: string[], env: NodeJS.ProcessEnv = {}, program = process.execPath) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.#child = spawn(program, args, { cwd: directory, env: { PATH, NODE_COMPILE_CACHE, ...env } });
    this.#child.stdout?.on('data', (data) => {
      this.stdout += data;
    });
    this.#child.stderr?.on('data', (data) => {
      this.stderr += data;
    });
    this.exitCode = once(this.#child, 'close').then(([code]) => {
      this.#ended = true;
      return code;
    });
  }

  /**
   * Waits until standard output matches a pattern.
   *
   * @throws Error with all output when the process ends first, or after `limitMs`
   */
  async printed(pattern: RegExp, limitMs = 20_000): Promise<RegExpExecArray> {
    try {
      return await eventually(
        `${pattern} on standard output`,
        () => {
          const match = pattern.exec(this.stdout);
          if (match === null && this.#ended) throw new Error(`The process ended before it printed ${pattern}`);
          return match;
        },
        limitMs,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${this.stdout}${this.stderr}`);
    }
  }

  /** Sends a signal, and waits until the process has ended. */
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

/** Waits until a process has ended. It need not be a child of this one. */
export async function ended(pid: number): Promise<void> {
  await eventually(`the end of process ${pid}`, () => !isAlive(pid));
}
