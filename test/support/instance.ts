import { readdir, readFile } from 'node:fs/promises';
import { root } from '../../src/root.ts';
import { RunningScript } from './process.ts';
import { testSecret } from './service.ts';

/** An instance of the service as in production: a process of its own. */
export class Instance implements AsyncDisposable {
  readonly url: string;
  /** The base URL of the probes. */
  readonly adminUrl: string;
  readonly #pid: number;
  readonly #script: RunningScript;

  private constructor(script: RunningScript, listening: string) {
    const { url, adminUrl, pid } = JSON.parse(listening) as { url: string; adminUrl: string; pid: number };
    this.#script = script;
    this.url = url;
    this.adminUrl = adminUrl;
    this.#pid = pid;
  }

  /**
   * Starts it, on any free port unless `env` names one, and waits until it listens.
   *
   * @param env further environment variables
   * @param directory the project's folder; another release's for a test of an upgrade
   */
  static async start(databaseUrl: string, env: Record<string, string> = {}, directory = root): Promise<Instance> {
    const script = new RunningScript(directory, ['dist/main.js'], {
      DATABASE_URL: databaseUrl,
      AUTH_JWT_SECRET: testSecret,
      PORT: '0',
      // No run reserves all of it.
      SCHEDULE_HORIZON_DAYS: '36500',
      ...env,
    });
    const [line] = await script.printed(/^.*"msg":"listening".*$/m);
    return new Instance(script, line);
  }

  /** Everything the instance has logged. */
  get log(): string {
    return this.#script.stdout;
  }

  /** Its resident memory, in MiB. */
  async residentMemory(): Promise<number> {
    return await this.#memory('VmRSS');
  }

  /** The most that its resident memory has been, in MiB. */
  async peakMemory(): Promise<number> {
    return await this.#memory('VmHWM');
  }

  /** The processor time that it has used, in milliseconds. */
  async processorMs(): Promise<number> {
    const metrics = await (await fetch(`${this.adminUrl}/metrics`)).text();
    return 1000 * Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
  }

  async #memory(name: string): Promise<number> {
    const status = await readFile(`/proc/${this.#pid}/status`, 'utf8');
    return Math.round(Number(RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024);
  }

  /** How many files it has open, its connections included. */
  async openFiles(): Promise<number> {
    return (await readdir(`/proc/${this.#pid}/fd`)).length;
  }

  /** Stops it as an operator would, and waits until it has ended. */
  async stop(): Promise<void> {
    await this.#script.kill('SIGTERM');
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    await this.#script.kill('SIGKILL');
  }

  /** A process that is killed would not keep what Node has compiled, for the next one. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
