import { setTimeout } from 'node:timers/promises';
import { assertDocumented } from '../../contract/response-check.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { eventually } from './eventually.ts';
import { compareWithDatabase, type Figures, type Promised } from './figures.ts';
import { token, validSubmission } from './service.ts';
import { query } from './sql.ts';

const { method, path } = submitVerseOperation;

/** Each submission has a player of its own; no run sends more. */
const playerCount = 30_000;
/** Between two submissions of one client, to keep the machine from being overloaded. */
const pauseMs = 200;
/** After that, a client counts its request as one without a response. */
const patienceMs = 15_000;

export interface LoadOptions {
  /**
   * Base URLs, used in turn. The list is read before each request, so a changed entry takes effect
   * at once.
   */
  readonly instances: readonly string[];
  /** The instances' database, as a role that may read and write everything. */
  readonly databaseUrl: string;
  /** The number of clients. Each waits for its response before it sends the next request. */
  readonly concurrency?: number;
}

/**
 * A steady stream of submissions, each by a player who has solved the puzzle and submits once. No
 * client retries.
 */
export interface Load extends AsyncDisposable {
  /**
   * Waits for the 201 to a submission that is sent from now on.
   *
   * @param limitMs 10 seconds by default
   * @returns how many milliseconds that took
   * @throws Error when there is no 201 within `limitMs`
   */
  served(limitMs?: number): Promise<number>;
  /**
   * The 99th percentile of the times that clients have waited for a response since the last call,
   * in milliseconds.
   */
  p99Ms(): number;
  /**
   * Waits for the responses to the requests in progress, then compares every 201 with the database,
   * which must be running.
   */
  stop(): Promise<Figures>;
}

/**
 * Records that all players have solved the puzzle, starts to submit and waits for the first 201.
 */
export async function startLoad({ instances, databaseUrl, concurrency = 8 }: LoadOptions): Promise<Load> {
  await query(
    databaseUrl,
    `insert into daily_completion (anonymous_id, date)
     select 'player ' || number, $1::date from generate_series(1, $2) as number`,
    [validSubmission.localDate, playerCount],
  );
  const clients = new Clients(instances);
  const start = performance.now();
  clients.start(concurrency);
  await clients.served();
  return {
    served: (limitMs) => clients.served(limitMs),
    p99Ms: () => clients.p99Ms(),
    [Symbol.asyncDispose]: () => clients.stop(),
    async stop() {
      const end = performance.now();
      await clients.stop();
      const { responses, undocumented, slowestResponseMs, promised, successes, sent } = clients;
      const instants = [start, ...successes.filter((instant) => instant < end), end];
      const outages = instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant));
      const stored = await compareWithDatabase(databaseUrl, promised);
      const longestOutageMs = Math.round(Math.max(...outages));
      return {
        sent,
        responses,
        undocumented,
        ...stored,
        longestOutageMs,
        slowestResponseMs: Math.round(slowestResponseMs),
      };
    },
  };
}

class Clients {
  readonly responses: Record<string, number> = {};
  readonly undocumented: string[] = [];
  readonly promised: Promised[] = [];
  /** When each 201 arrived. */
  readonly successes: number[] = [];
  slowestResponseMs = 0;
  sent = 0;
  #waitedMs: number[] = [];
  /** When the latest submission that got a 201 was sent. */
  #servedSince = Number.NEGATIVE_INFINITY;
  #stopping = false;
  #working: Promise<unknown> = Promise.resolve();
  readonly #instances: readonly string[];

  constructor(instances: readonly string[]) {
    this.#instances = instances;
  }

  start(concurrency: number): void {
    this.#working = Promise.all(Array.from({ length: concurrency }, () => this.#work()));
  }

  async served(limitMs?: number): Promise<number> {
    const asked = performance.now();
    await eventually('a 201', () => this.#servedSince >= asked, limitMs);
    return Math.round(performance.now() - asked);
  }

  p99Ms(): number {
    const sorted = this.#waitedMs.toSorted((a, b) => a - b);
    this.#waitedMs = [];
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
  }

  /** Sends nothing more, and waits for the outstanding responses. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      await this.#submit();
      await setTimeout(pauseMs);
    }
  }

  async #submit(): Promise<void> {
    const number = ++this.sent;
    if (number > playerCount) throw new Error('There are no players left');
    const player = `player ${number}`;
    const headers = { Authorization: `Bearer ${await token(player)}`, 'Content-Type': 'application/json' };
    const sentAt = performance.now();
    const status = await this.#receive(player, this.#instances[number % this.#instances.length] ?? '', headers);
    const now = performance.now();
    this.slowestResponseMs = Math.max(this.slowestResponseMs, now - sentAt);
    this.#waitedMs.push(now - sentAt);
    this.responses[status] = (this.responses[status] ?? 0) + 1;
    if (status === '201') {
      this.successes.push(now);
      this.#servedSince = Math.max(this.#servedSince, sentAt);
    }
  }

  async #receive(player: string, instance: string, headers: Record<string, string>): Promise<string> {
    const body = JSON.stringify(validSubmission);
    const signal = AbortSignal.timeout(patienceMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(path, instance), { method, headers, body, signal });
      text = await response.text();
    } catch {
      return 'none';
    }
    try {
      assertDocumented(method, path, { status: response.status, headers: response.headers, text });
      if (response.status === 201) this.promised.push({ player, date: JSON.parse(text).scheduledDate });
    } catch (error) {
      this.undocumented.push(String(error));
    }
    return String(response.status);
  }
}
