import { setTimeout } from 'node:timers/promises';
import { assertDocumented } from '../../contract/documented.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { token, validSubmission } from '../support/service.ts';
import { query } from '../support/sql.ts';
import { compareWithDatabase, type Figures, type Promised } from './figures.ts';

const { method, path } = submitVerseOperation;

/** More than any run sends: each submission has a player of its own. */
const playerCount = 30_000;
/** Between two submissions of one client, so that the load does not drown the machine. */
const pauseMs = { after201: 50, afterAnythingElse: 100 };
/** After that a client gives up: there was no answer. */
const patienceMs = 15_000;
/** After that nobody waits for a 201 any longer. */
const longestWaitMs = 10_000;

export interface LoadOptions {
  /** Base URLs, taken in turn. The list is read before each request: what is put into it is used from then on. */
  readonly instances: readonly string[];
  /** Whose database, read and written by a role that may. */
  readonly databaseUrl: string;
  /** How many clients there are; each waits for its answer before it goes on. */
  readonly concurrency?: number;
}

/** A steady stream of submissions, each by a player who has solved the puzzle and submits once. No client tries again. */
export interface Load extends AsyncDisposable {
  /**
   * Waits for the 201 to a submission that is sent from now on.
   *
   * @returns how many milliseconds that took; infinitely many when there was none for ten seconds
   */
  served(): Promise<number>;
  /** Lets what is under way be answered, then compares every 201 with the database, which must be there. */
  stop(): Promise<Figures>;
}

/** Records that all players have solved the puzzle, then begins to submit and waits for the first 201. */
export async function startLoad({ instances, databaseUrl, concurrency = 16 }: LoadOptions): Promise<Load> {
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
    served: () => clients.served(),
    [Symbol.asyncDispose]: () => clients.stop(),
    async stop() {
      const end = performance.now();
      await clients.stop();
      const { answers, undocumented, slowestResponseMs, promised, successes, sent } = clients;
      const instants = [start, ...successes.filter((instant) => instant < end), end];
      const outages = instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant));
      const stored = await compareWithDatabase(databaseUrl, promised);
      const longestOutageMs = Math.round(Math.max(...outages));
      return {
        sent,
        answers,
        undocumented,
        ...stored,
        longestOutageMs,
        slowestResponseMs: Math.round(slowestResponseMs),
      };
    },
  };
}

class Clients {
  readonly answers: Record<string, number> = {};
  readonly undocumented: string[] = [];
  readonly promised: Promised[] = [];
  /** When each 201 arrived. */
  readonly successes: number[] = [];
  slowestResponseMs = 0;
  sent = 0;
  /** When the submission was sent whose 201 arrived last. */
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

  async served(): Promise<number> {
    const asked = performance.now();
    while (this.#servedSince < asked) {
      if (performance.now() - asked > longestWaitMs) return Number.POSITIVE_INFINITY;
      await setTimeout(5);
    }
    return Math.round(performance.now() - asked);
  }

  /** Sends nothing more, and waits for the answers that are outstanding. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      const status = await this.#submit();
      await setTimeout(status === '201' ? pauseMs.after201 : pauseMs.afterAnythingElse);
    }
  }

  async #submit(): Promise<string> {
    const number = ++this.sent;
    if (number > playerCount) throw new Error('There are no players left');
    const player = `player ${number}`;
    const headers = { Authorization: `Bearer ${await token(player)}`, 'Content-Type': 'application/json' };
    const sentAt = performance.now();
    const status = await this.#answer(player, this.#instances[number % this.#instances.length] ?? '', headers);
    const now = performance.now();
    this.slowestResponseMs = Math.max(this.slowestResponseMs, now - sentAt);
    this.answers[status] = (this.answers[status] ?? 0) + 1;
    if (status === '201') {
      this.successes.push(now);
      this.#servedSince = Math.max(this.#servedSince, sentAt);
    }
    return status;
  }

  async #answer(player: string, instance: string, headers: Record<string, string>): Promise<string> {
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
