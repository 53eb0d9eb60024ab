import { readdir, readFile } from 'node:fs/promises';
import { root } from '../../src/root.ts';
import { RunningScript } from './process.ts';
import { testSecret } from './service.ts';

/** An instance of the service as in production: a process of its own. */
export class Instance implements AsyncDisposable {
  readonly url: string;
  readonly #pid: number;
  readonly #script: RunningScript;

  private constructor(script: RunningScript, url: string, pid: number) {
    this.#script = script;
    this.url = url;
    this.#pid = pid;
  }

  /** Starts it on any free port, and waits until it listens. */
  static async start(databaseUrl: string): Promise<Instance> {
    const script = new RunningScript(root, ['dist/main.js'], {
      DATABASE_URL: databaseUrl,
      AUTH_JWT_SECRET: testSecret,
      PORT: '0',
      // No run reserves all of it.
      SCHEDULE_HORIZON_DAYS: '36500',
    });
    const [line] = await script.printed(/^.*"msg":"listening".*$/m);
    const { url, pid } = JSON.parse(line) as { url: string; pid: number };
    return new Instance(script, url, pid);
  }

  /** Everything the instance has logged. */
  get log(): string {
    return this.#script.stdout;
  }

  /** Its resident memory, in MiB. */
  async residentMemory(): Promise<number> {
    const status = await readFile(`/proc/${this.#pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024);
  }

  /** How many files it has open, its connections included. */
  async openFiles(): Promise<number> {
    return (await readdir(`/proc/${this.#pid}/fd`)).length;
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    await this.#script.kill('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
