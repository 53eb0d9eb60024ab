import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { type Operation, operationOf } from '../model/contracts.ts';
import type { Sent } from '../model/request.ts';
import { dateOf, day, latestNumber, millisecond, type Stored } from '../model/stored.ts';
import type { Fault } from '../response-check.ts';
import { maxVersesLeft } from './given.ts';
import { type Draft, requestOf } from './request.ts';
import type { Session } from './session.ts';
import { inPath, oddSteps, type Request, type Step, stepsOf, type View } from './steps.ts';

export interface HistoriesResult {
  readonly seed: number;
  readonly requests: number;
  /** The first failure of each sentence: the shortest history that shows it, as lines. */
  readonly failures: readonly (readonly string[])[];
  /** What the run could not ask. */
  readonly unasked: readonly string[];
}

/** How many verses the histories leave in the calendar, without a database and without the desk. */
const mostVerses = 2 * maxVersesLeft;
/** How many requests may shrink one failure. */
const mostToShrink = 200;
/** How many steps a history has. */
const perHistory = 18;

type Variant = (id: string) => string;

/** People whose ids differ in what a server may take for the same; of each family, one has solved nothing. */
const families: readonly (readonly Variant[])[] = [
  [(id) => id, (id) => id.toUpperCase(), (id) => `${id} `, (id) => ` ${id}`],
  [(id) => `${id}É`, (id) => `${id}E\u0301`, (id) => `${id}+%2F/`, (id) => `${id} %2F/`],
  [(id) => id.padEnd(254, 'É'), (id) => `${id.padEnd(254, 'É')}a`, (id) => `${id.padEnd(254, 'É')}b`, (id) => `${id}x`],
];
const longKey = 'k'.repeat(254);
/** Each differs little from the next one. */
const keys = ['key', 'KEY', `${longKey}a`, `${longKey}b`, `${longKey}cd`, 'a key'];
const verses = [
  { bookId: 'JHN', chapter: 3, verse: 16 },
  { bookId: 'PSA', chapter: 119, verse: 176 },
  { bookId: 'SNG', chapter: 1, verse: 1 },
  { bookId: 'JHN', chapter: 3, verse: 17 },
];

/** What the run has access to. */
interface Access {
  readonly others: boolean;
  readonly completions: boolean;
  readonly puzzle: boolean;
  readonly desk: boolean;
}

async function accessOf(session: Session): Promise<Access> {
  const { target } = session;
  session.player = target.newPlayer?.();
  const isThere = async (of: string): Promise<boolean> => {
    if (session.player === undefined) return false;
    const { received } = await session.exchange(draftOf({ of, as: session.player.id, difference: {} }, session));
    return received.status === 200;
  };
  const puzzle = await isThere('exportPlayer');
  return {
    ...{ others: session.player?.sign !== undefined, puzzle, desk: await isThere('getCalendar') },
    completions: puzzle || target.database !== undefined || target.puzzle !== undefined,
  };
}

function draftOf(
  { of, as, token, difference }: Request,
  { player }: Session,
  tokens = new Map<string, string>(),
  etag = '',
): Draft {
  const draft = requestOf(of, difference);
  if (operationOf(of).operation.security.length > 0 && player !== undefined) {
    const claims = { sub: ['editor', 'site'].includes(as) ? player.id : as, ...token?.claims };
    const change = { ...token, claims };
    const sign = () =>
      claims.sub === player.id && token === undefined ? player.token : (player.sign?.(change) ?? player.token);
    draft.headers['Authorization'] = `Bearer ${tokens.getOrInsertComputed(JSON.stringify(change), sign)}`;
  }
  const condition = draft.headers['If-None-Match'];
  if (condition !== undefined) draft.headers['If-None-Match'] = condition.replace('{etag}', etag).replace('W/W/', 'W/');
  return draft;
}

/** What a contract's operations with tokens need. */
const accessTo = {
  'openapi.yaml': 'others',
  'contract/openapi.puzzle.yaml': 'puzzle',
  'contract/openapi.desk.yaml': 'desk',
} as const;

/** From today, for the operator. */
const days = { min: -1, max: 60 };

/** The steps that the run can take: each once, or as often as it is worth, before any comes again. */
function stepsFor(access: Access, today: string): readonly fc.Arbitrary<Step>[] {
  const dayAt = (days: number) => dateOf(Date.parse(today) * millisecond + days * day);
  const localDates = [dayAt(-1), today, dayAt(1), '2026-02-30', '24.12.2026', '9999-12-31'];
  const reach = { verses, days, localDates, keys };
  const { players, puzzle, desk } = stepsOf(reach);
  const has = ({ file, operation }: Operation) =>
    operation.security.length === 0 || access[accessTo[file as keyof typeof accessTo]];
  const odd = oddSteps(reach, has);
  const times = (count: number, ...steps: fc.Arbitrary<Step>[]) =>
    steps.flatMap((one) => Array<fc.Arbitrary<Step>>(count).fill(one));
  const { solve, solveAtOnce } = stepsOf({ ...reach, localDates: localDates.slice(0, 3) }).puzzle;
  return [
    ...[...odd.searches, ...times(6, odd.chapter), ...odd.again, ...odd.methods],
    ...(access.others ? [...odd.members, ...odd.parameters, ...odd.bodies, ...odd.texts] : []),
    ...(access.others ? [...odd.tokens, ...odd.expired, ...odd.keys, ...times(5, odd.limit, odd.forecast)] : []),
    ...(access.others ? times(10, players.submit, players.retry, players.eligibility, players.list) : []),
    ...(access.others ? [...times(4, players.submitAtOnce), odd.list] : []),
    ...(access.puzzle ? [...times(6, solve, puzzle.verseOfDate), ...times(4, puzzle.erase)] : []),
    ...(access.puzzle ? times(2, solveAtOnce) : []),
    ...(access.desk ? times(6, desk.block, desk.unblock, desk.setVerse, desk.move) : []),
    ...(access.desk ? times(4, desk.moveBack, desk.swap, desk.withdraw, desk.replace, desk.restore, desk.review) : []),
    ...(access.desk ? times(2, desk.reviewUpTo, desk.setPause, desk.again, desk.readCalendar) : []),
  ];
}

/** Deals all steps, shuffled, and then again. */
function* hands(steps: readonly fc.Arbitrary<Step>[], seed: number): Generator<readonly fc.Arbitrary<Step>[]> {
  for (let round = seed; ; round++) {
    const all = fc.shuffledSubarray([...steps], { minLength: steps.length });
    const [shuffled = []] = fc.sample(all, { seed: round, numRuns: 1 });
    for (let first = 0; first < shuffled.length; first += perHistory) yield shuffled.slice(first, first + perHistory);
  }
}

/** Every step of a hand. A failure leaves out halves that do not matter to it, and halves of these. */
function allOf([only, ...more]: readonly fc.Arbitrary<Step>[]): fc.Arbitrary<readonly Step[]> {
  if (only === undefined) return fc.constant([]);
  const half = Math.floor(more.length / 2);
  const all =
    more.length === 0
      ? only.map((step) => [step])
      : fc.tuple(allOf([only, ...more.slice(0, half)]), allOf(more.slice(half))).map((halves) => halves.flat());
  return fc.option(all, { freq: 1_000_000, nil: [] });
}

/** A fault, with the requests that lead to it. */
class Failure extends Error {
  readonly keys: readonly string[];
  readonly lines: readonly string[];
  constructor(faults: readonly Fault[], lines: readonly string[]) {
    super('The model says otherwise');
    this.keys = faults.map(keyOf);
    this.lines = [...lines, ...new Set(faults.map(({ text, says = '' }) => `  # ${text}${says && `: ${says}`}`))];
  }
}

/** What makes two failures the same. */
function keyOf({ says, text }: Fault): string {
  return says ?? text.replace(/\d+/g, '0');
}

/**
 * Plays histories of generated requests, which the model judges. Each has players of its own, so it
 * can be played again until it is as short as can be.
 *
 * @param count how many requests, without those that shorten a failure
 * @param seed the same one makes the same histories
 */
export async function playHistories(session: Session, count: number, seed: number): Promise<HistoriesResult> {
  const { target } = session;
  const access = await accessOf(session);
  const known = new Set<string>();
  const failures: (readonly string[])[] = [];
  let [requests, toShrink] = [0, 0];
  let last: Failure | undefined;
  const isOver = () => (last === undefined ? requests >= count : toShrink <= 0);
  const isFull = () => target.database === undefined && !access.desk && target.left.verses >= mostVerses;

  const play = async (people: readonly Variant[], steps: readonly Step[]) => {
    await using one = await History.begin(session, access, people);
    for (const { parts, pauseMs = 0 } of steps) {
      for (const [index, part] of parts.entries()) {
        if (isOver()) return;
        target.interrupted.throwIfAborted();
        if (index === 1 && pauseMs > 0) await setTimeout(pauseMs);
        const made = part(one.view()).filter((request) => request !== undefined);
        if (isFull() && made.some(({ of }) => of === 'submitVerse')) continue;
        const faults = await one.send(made);
        if (last === undefined) requests += made.length;
        else toShrink -= made.length;
        // A shorter history that fails otherwise does not count.
        const isNew = (fault: Fault) => !known.has(keyOf(fault)) && last?.keys.includes(keyOf(fault)) !== false;
        const found = faults.filter(isNew);
        if (found.length > 0) throw new Failure(found, one.shown());
      }
    }
  };

  const dealt = hands(stepsFor(access, new Date().toISOString().slice(0, 10)), seed);
  for (let run = 0; !isOver(); run++) {
    const family = families[run % families.length] ?? [];
    const history = fc.record({
      people: fc.shuffledSubarray([...family], { minLength: family.length }),
      steps: allOf(dealt.next().value),
    });
    const played = fc.asyncProperty(history, async ({ people, steps }) => {
      if (isOver()) return;
      try {
        await play(people, steps);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (last === undefined) toShrink = mostToShrink;
        last = error;
        throw error;
      }
    });
    const { errorInstance } = await fc.check(played, { seed: seed + run, numRuns: 1, unbiased: true });
    if (errorInstance !== null && !(errorInstance instanceof Failure)) throw errorInstance;
    const failure: Failure | undefined = last;
    for (const key of failure?.keys ?? []) known.add(key);
    if (failure !== undefined) failures.push(failure.lines);
    last = undefined;
    if (isFull()) break;
  }
  const unasked = [
    ...(access.others ? [] : ['what needs tokens of several players']),
    ...(access.completions ? [] : ['what needs completions']),
    ...(access.puzzle ? [] : ["the puzzle's operations"]),
    ...(access.desk ? [] : ["the desk's operations"]),
    ...(isFull() ? [`requests after ${mostVerses} verses`] : []),
  ];
  return { seed, requests, failures, unasked };
}

/** A history that is being played, by players of its own. */
class History {
  readonly #lines: string[] = [];
  /** How each person has solved a puzzle. */
  readonly #solved = new Map<string, readonly string[]>();
  readonly #session: Session;
  readonly #access: Access;
  readonly #people: readonly string[];
  readonly #before: Stored;
  readonly #tokens = new Map<string, string>();
  #sent: readonly Request[] = [];

  private constructor(session: Session, access: Access, people: readonly string[]) {
    this.#session = session;
    this.#access = access;
    this.#people = people;
    this.#before = session.stored;
  }

  static async begin(session: Session, access: Access, people: readonly Variant[]): Promise<History> {
    const player = session.target.newPlayer?.();
    const ids = player?.sign === undefined ? [player?.id ?? ''] : people.map((variant) => variant(player.id));
    session.player = player && { ...player, people: new Set([player.id, ...ids]) };
    await session.read();
    const history = new History(session, access, ids);
    // The last one has solved nothing.
    for (const id of access.completions ? ids.slice(0, -1) : []) {
      await history.#solve(id);
      history.#solved.set(id, history.#lines.splice(0));
    }
    // What operators have changed before counts as seen.
    if (access.desk) {
      const dateAfter = (days: number) => dateOf(Date.now() * millisecond + days * day);
      const query = { from: dateAfter(days.min), to: dateAfter(days.max) };
      await history.send([{ of: 'getCalendar', as: 'editor', difference: { query } }]);
      history.#lines.length = 0;
    }
    history.#sent = [];
    return history;
  }

  async #solve(id: string): Promise<void> {
    const date = new Date().toISOString().slice(0, 10);
    const path = { date, player: inPath(id) };
    if (this.#access.puzzle) await this.send([{ of: 'recordCompletion', as: 'site', difference: { path } }]);
    else await this.#session.solve(id, date);
  }

  view(): View {
    return { stored: this.#session.stored, now: Date.now() * millisecond, people: this.#people, sent: this.#sent };
  }

  /** The requests and what came back, as lines, without completions of those whom no request concerns. */
  shown(): string[] {
    const isConcerned = (id: string) =>
      this.#sent.some(({ as, difference }) => as === id || difference.path?.['player'] === inPath(id));
    return [...[...this.#solved].flatMap(([id, lines]) => (isConcerned(id) ? lines : [])), ...this.#lines];
  }

  async send(made: readonly Request[]): Promise<Fault[]> {
    if (made.length === 0) return [];
    const drafts = made.map((request) => draftOf(request, this.#session, this.#tokens, this.#etag));
    const { exchanges, faults } = await this.#session.send(...drafts);
    this.#sent = [...made, ...this.#sent];
    this.#etag = exchanges[0]?.received.headers.get('ETag') ?? this.#etag;
    for (const { sent, received } of exchanges) {
      this.#lines.push(curl(this.#session.target.url, sent), `  # ${received.status} ${shortened(received.text)}`);
    }
    return faults;
  }

  /** The ETag of the latest response that had one. */
  #etag = '"none"';

  /** Undoes what the history has changed for others. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { stored, target, player } = this.#session;
    const ids = new Set(this.#before.submissions.map(({ id }) => id));
    const added = stored.submissions.filter(
      ({ id, player }) => !ids.has(id) && (player === undefined || this.#people.includes(player)),
    );
    const dates = Object.keys(stored.blocked).filter((date) => this.#before.blocked[date] === undefined);
    if (this.#access.desk) {
      const undo = (of: string, body: object, path = {}) => ({ of, as: 'editor', difference: { body, path } });
      const latest = (concerned: string) => latestNumber(this.#session.stored, concerned) ?? 0;
      const seen = (date: string) => ({ date, change: latest(date) });
      if (stored.isPaused) await this.send([undo('setPause', { paused: false, change: latest('pause') })]);
      if (dates.length > 0) await this.send([undo('unblockDates', { dates: dates.map(seen) })]);
      for (const { id, date } of added) {
        if (id === undefined || date === undefined) continue;
        await this.send([undo('withdrawSubmission', { from: seen(date), note: undefined }, { id: String(id) })]);
        target.left.verses -= target.database === undefined ? 1 : 0;
      }
    }
    const people = [...(player?.people ?? [])];
    const known = added.flatMap(({ id }) => id ?? []);
    if (target.database === undefined) await this.#session.erase();
    else await target.database.deleteRowsOf(people, known, dates, target.scratch);
  }
}

/** A request as a command. */
function curl(url: string, { method, target, headers, body }: Sent): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const named = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
  const data =
    body.length === 0 ? '' : typeof body === 'string' ? ` --data-raw ${quoted(shortened(body))}` : ' --data-binary @-';
  const bytes =
    typeof body === 'string' ? '' : `base64 -d <<< ${Buffer.from(body).toString('base64').slice(0, 200)} | `;
  return `${bytes}curl -i -X ${method}${named.join('')}${data} ${quoted(url + target)}`;
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
