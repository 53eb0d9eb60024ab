import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { findPrograms, runToEnd, unprivileged } from '../../src/embedded/programs.ts';
import { ended } from './process.ts';
import { query } from './sql.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** The service's role: no superuser, so that PostgreSQL keeps no connections free for it. */
const serviceRole = 'service';

/**
 * Starts a PostgreSQL server in a new folder. Both are gone after `stop`, and after this process
 * has ended, however it ended.
 *
 * @param settings of the server, by PostgreSQL's names
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}) {
  const directory = await temporaryDirectory();
  // Detached, since Ctrl-C reaches every process of the terminal's group.
  const end = spawn(process.execPath, [join(import.meta.dirname, 'stop-postgres.ts'), directory], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  end.unref();
  const stop = async () => {
    end.ref(); // otherwise Node would end meanwhile, with the code 0, before Jest sets its own
    end.stdin.end();
    await once(end, 'exit');
  };
  try {
    const { url } = await startEmbeddedPostgres(directory, settings);
    return { url, directory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A PostgreSQL server of its own, for tests that kill, restart or freeze it. It keeps its port. */
export class Postgres implements AsyncDisposable {
  /** The service's database, as a superuser. */
  readonly adminUrl: string;
  /** The service's database, as the service's role, which owns it. */
  readonly serviceUrl: string;
  readonly #directory: string;
  readonly #dispose: () => Promise<void>;

  private constructor(adminUrl: string, directory: string, dispose: () => Promise<void>) {
    const { host } = new URL(adminUrl);
    this.adminUrl = adminUrl;
    this.serviceUrl = `postgresql://${serviceRole}:service@${host}/${serviceRole}`;
    this.#directory = directory;
    this.#dispose = dispose;
  }

  /** @param settings of the server, by PostgreSQL's names */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
    const { url, directory, stop } = await startPostgres(settings);
    await query(url, `create role ${serviceRole} login password 'service'`);
    await query(url, `create database ${serviceRole} owner ${serviceRole}`);
    return new Postgres(inDatabase(url, serviceRole), directory, stop);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispose();
  }

  /** Runs one statement as a superuser. */
  async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return await query(this.adminUrl, text, values);
  }

  /** The number of connections of the service's role. */
  async serviceConnections(): Promise<number> {
    const sessions = 'select count(*)::integer as count from pg_stat_activity where usename = $1';
    const [row] = await this.query<{ count: number }>(sessions, [serviceRole]);
    return row?.count ?? 0;
  }

  /** Ends every connection of the service's role, and returns their number. */
  async terminateServiceConnections(): Promise<number> {
    const rows = await this.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`, [
      serviceRole,
    ]);
    return rows.length;
  }

  /** Changes a setting of the running server, also for the sessions that exist. */
  async change(setting: string, value: string): Promise<void> {
    await this.query(`alter system set ${setting} = ${value}`);
    await this.query('select pg_reload_conf()');
  }

  /**
   * Kills the postmaster with SIGKILL, and waits until its child processes have noticed and ended.
   */
  async kill(): Promise<void> {
    const [postmaster = 0, ...children] = await this.#processes();
    process.kill(postmaster, 'SIGKILL');
    for (const pid of [postmaster, ...children]) await ended(pid);
  }

  /** Starts the server again after a kill, and waits until it accepts connections. */
  async startAgain(): Promise<void> {
    const { pg_ctl } = await findPrograms();
    const log = join(this.#directory, 'restarted.log'); // postgres.log is this user's
    // "restart" keeps the options of the killed server, and with them the port.
    const commandOf = await unprivileged(this.#directory);
    await runToEnd(commandOf(pg_ctl, ['restart', '-w', '-D', this.#data, '-l', log]));
  }

  /** Stops every process of the server, as on a machine that hangs. Connections stay open. */
  async freeze(): Promise<void> {
    await this.#signalAll('SIGSTOP');
    await setTimeout(50);
    // Those that were started meanwhile.
    await this.#signalAll('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.#signalAll('SIGCONT');
  }

  get #data(): string {
    return join(this.#directory, 'postgres');
  }

  async #signalAll(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await this.#processes()) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // It may have ended since the list was made.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** The postmaster first. */
  async #processes(): Promise<number[]> {
    const postmaster = Number.parseInt(await readFile(join(this.#data, 'postmaster.pid'), 'utf8'), 10);
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)];
  }
}

function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = name;
  return other.href;
}
