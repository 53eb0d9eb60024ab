import { performance } from 'node:perf_hooks';
import { answersTo, type Judgement, judgeTogether, type Received, routeOf } from '../model/model.ts';
import { withoutPlayer } from '../model/puzzle.ts';
import type { Sent } from '../model/request.ts';
import {
  changed,
  completion,
  type Days,
  type Known,
  millisecond,
  nothing,
  type Span,
  type Stored,
  second,
  seeing,
} from '../model/stored.ts';
import { deviations, documentedResponse, type Fault } from '../response-check.ts';
import type { Database } from './database.ts';
import { exchange } from './exchange.ts';
import { compared, look } from './look.ts';
import type { Player, Trust } from './player.ts';
import type { Puzzle } from './puzzle.ts';

/** A running service, and what a run has to provoke its responses. */
export interface Target {
  readonly url: string;
  /** A player without rows, for one case; undefined without a token. */
  readonly newPlayer: (() => Player) | undefined;
  /** How tokens are signed; undefined where the run was given some. */
  readonly auth?: Trust | undefined;
  /** What the operator has set, if it is known. */
  readonly days?: Days;
  /**
   * The service's database; undefined also without a player, whose rows are all that a state may
   * insert into a shared one.
   */
  readonly database: Database | undefined;
  /** Records completions where there is no database. */
  readonly puzzle?: Puzzle | undefined;
  /** Whether the run may fill and break the database, which nobody else changes. */
  readonly scratch: boolean;
  /** Whether the run has started the service, which then sends nothing but what a contract names. */
  readonly own: boolean;
  /** The service's folder with the text of the chapters, if the run may hide it. */
  readonly chapters?: string;
  /** How many verses the run leaves in the calendar. Without a database, it cannot delete them. */
  readonly left: { verses: number };
  /** Aborted when the run must end. */
  readonly interrupted: AbortSignal;
}

/** A request, and what came back. */
export interface Exchange {
  readonly sent: Sent;
  readonly received: Received;
  /** When the server responded, by its own clock. */
  readonly now: Span;
}

/** What a run knows of the server that it judges, from one request to the next. */
export class Session {
  readonly target: Target;
  /** What the model says is stored. */
  stored: Stored;
  /** The players of the case. */
  player: Player | undefined;
  /** Whether the scene has hidden what the server reads. */
  isBroken = false;
  /** What was stored before, and until when by this process's clock. */
  #earlier: { readonly stored: Stored; readonly now: number; readonly until: number }[] = [];

  constructor(target: Target) {
    this.target = target;
    this.stored = { ...nothing, isWhole: target.scratch };
  }

  /** Reads what the database has, if there is one. What responses have shown of it counts on. */
  async read(): Promise<void> {
    const { database, scratch } = this.target;
    if (database === undefined) return;
    // The record has all changes, and those of earlier cases are deleted.
    const before = seeing(this.stored, { latest: {} });
    this.#goOn(changed(before, { ...(await look(database, this.#people())), isWhole: scratch }));
  }

  #people(): readonly string[] {
    return [...(this.player?.people ?? [])];
  }

  #goOn(stored: Stored, now = 0): void {
    if (stored === this.stored) return;
    const until = performance.now();
    this.#earlier = [
      ...this.#earlier.filter((each) => until - each.until < 1_500),
      { stored: this.stored, now, until },
    ];
    this.stored = stored;
  }

  /** Erases the players of the case, where the puzzle's contract does that. */
  async erase(): Promise<void> {
    const { puzzle } = this.target;
    if (puzzle?.erase === undefined) return;
    for (const id of this.#people()) {
      await puzzle.erase(id);
      this.stored = withoutPlayer(this.stored, id);
    }
  }

  /** A player has solved the puzzle of a date, where the run can record that. */
  async solve(id: string, date: string): Promise<void> {
    const { database, puzzle } = this.target;
    const insert = 'insert into daily_completion (anonymous_id, date) values ($1, $2) on conflict do nothing';
    await (database?.query(insert, [id, date]) ?? puzzle?.solve(id, date));
    this.stored = { ...this.stored, completions: new Set([...this.stored.completions, completion(id, date)]) };
  }

  /** @param now if it is known */
  known(now: Span = spanFrom(Date.now())): Known {
    const { auth, days = {} } = this.target;
    const earlier = this.#earlier.filter(({ until }) => performance.now() - until < 1_500);
    return { ...auth, now, days, tokens: [this.player?.token ?? ''], earlier, isBroken: this.isBroken };
  }

  /** The statuses that the model allows for a request that is sent now. */
  statusesFor(sent: Sent): number[] {
    return answersTo(this.stored, sent, this.known()).map(({ status }) => status);
  }

  async exchange(sent: Sent): Promise<Exchange> {
    const began = performance.now();
    return this.exchanged(sent, await exchange(this.target.url, sent), began);
  }

  /** @param began when the request was sent, by `performance.now()` */
  exchanged(sent: Sent, received: Received, began: number): Exchange {
    return { sent, received, now: spanOf(received.headers, performance.now() - began) };
  }

  /** Sends requests at once, and holds the responses against the contract. */
  async send(...sent: readonly Sent[]): Promise<{ readonly exchanges: Exchange[]; readonly faults: Fault[] }> {
    const exchanges = await Promise.all(sent.map((each) => this.exchange(each)));
    return { exchanges, faults: await this.judge(...exchanges) };
  }

  /** Holds responses of requests that were sent at once against the contract; what is stored goes on. */
  async judge(...exchanges: readonly Exchange[]): Promise<Fault[]> {
    const asked = exchanges.map(({ now, ...each }) => ({ ...each, known: this.known(now) }));
    const judged = judgeTogether(this.stored, asked);
    const inForm = exchanges.flatMap(({ sent, received }) => formFaults(sent, received, this.target.own));
    return [...judged.faults.map(faultOf), ...inForm, ...(await this.#learn(judged, exchanges))];
  }

  async #learn({ stored, faults }: Judgement, exchanges: readonly Exchange[]): Promise<Fault[]> {
    const verses = stored.submissions.length - this.stored.submissions.length;
    if (this.target.database === undefined) this.target.left.verses += Math.max(verses, 0);
    this.#goOn(stored, exchanges.at(-1)?.now.to);
    const isRead = exchanges.every(({ sent }) => ['GET', 'HEAD'].includes(sent.method));
    if (isRead || this.target.database === undefined || !stored.isWhole || this.isBroken) return [];
    const found = compared(stored, await look(this.target.database, this.#people()));
    this.stored = found.stored;
    return faults.length > 0 ? [] : found.faults.map(faultOf);
  }
}

function faultOf({ says, text }: { readonly says: string; readonly text: string }): Fault {
  return { part: text.startsWith('the status') ? 'status' : 'body', text, says };
}

/** A span around an instant of this process's clock, in milliseconds. */
function spanFrom(now: number): Span {
  return { from: now * millisecond - second, to: now * millisecond + second };
}

/** When a server responded by its own clock: `Date` has whole seconds. */
function spanOf(headers: Headers, took: number): Span {
  const date = Date.parse(headers.get('Date') ?? '');
  const elapsed = Math.ceil(took) * millisecond;
  const [from, to] = Number.isNaN(date) ? [Date.now() - 2_000, Date.now() + 1_000] : [date, date + 1_000];
  return { from: from * millisecond - elapsed, to: to * millisecond + elapsed };
}

/** What is not as the contract documents the response: its headers, and the schema of its body. */
function formFaults(sent: Sent, received: Received, isOwn: boolean): Fault[] {
  const route = routeOf(sent);
  const placed = route?.operation ?? route?.near;
  const file = placed?.file ?? 'openapi.yaml';
  const isRead = route?.operation !== undefined || route?.none.status !== 400;
  const response = route && documentedResponse(file, sent.method, isRead ? sent.target : undefined, received.status);
  if (response === undefined) return []; // the model says which status is right
  const path = placed?.path ?? sent.target;
  const faults = deviations({ path, method: sent.method }, received, response, file, isOwn ? 'exact' : 'open');
  return faults.filter(({ part }) => sent.method !== 'HEAD' || part === 'headers');
}
