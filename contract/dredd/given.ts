import { randomInt } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import type { PlacedOperation } from '../document/operations.ts';
import { longestHorizon } from '../model/calendar.ts';
import type { Player } from './player.ts';
import { type Draft, exampleRequest, requestOf } from './request.ts';
import type { Session } from './session.ts';

/** The most verses that the rows leave in the calendar without a database. */
export const maxVersesLeft = 30;

/**
 * A case needs what the run does not have. The message names it, and says how to provide it.
 */
export class Unavailable extends Error {}

export const tokenNeeded = 'a token (--token TOKEN, or AUTH_JWT_SECRET in the environment)';
const secretNeeded = 'AUTH_JWT_SECRET in the environment, without --token';
const databaseNeeded = "the service's DATABASE_URL in the environment";
const scratchNeeded = 'a database that it may fill or break (DATABASE_URL with --scratch)';
export const roomNeeded = `${databaseNeeded}: without it, a run leaves at most ${maxVersesLeft} verses in the calendar`;
/** What a row can need, and why the run does not have it. */
const needs = {
  database: databaseNeeded,
  scratch: scratchNeeded,
  own: 'a service without a proxy in between: run without --endpoint',
  iss: "the service's AUTH_ISSUER in the environment",
  aud: "the service's AUTH_AUDIENCE in the environment",
  completions: `completions (the puzzle's contract with --puzzle-token or AUTH_JWT_SECRET, --solve COMMAND, or DATABASE_URL)`,
};
export type Need = keyof typeof needs;

/**
 * Someone in a case: its player; another player, or one of several; a twin, whose id is the player's
 * in upper case; or a shadow, whose id is the player's with a space behind it.
 */
export type Person = 'player' | 'another' | 'twin' | 'shadow' | number;

/** A submission that is stored before a case. */
interface GivenSubmission {
  readonly person?: Person;
  /** By default one that no window reaches; without a database, the one that the service gives. */
  readonly scheduledDate?: string;
  /** How long ago: an ISO 8601 duration, or `cooldown`, more or less one. */
  readonly age?: string;
  /** By default Genesis 1:1. */
  readonly verse?: readonly [bookId: string, chapter: number, verse: number];
  /** What the operator has done to it since. */
  readonly then?: 'moved' | 'withdrawn' | 'withdrawn without a cooldown' | 'read';
  /** How many of them, each a cooldown before the one before it. */
  readonly times?: number;
  /** Whether it is not the one that `{id}` stands for. */
  readonly aside?: true;
}

/** What is stored before a case. */
export type Fact =
  | 'solved'
  | 'full calendar'
  | { readonly blocked: string }
  | { readonly hidden: string }
  | { readonly closed: string }
  | { readonly solved: string | true; readonly person?: Person }
  | { readonly submission: GivenSubmission }
  | { readonly submissionIfPossible: GivenSubmission };

/** How long ago something was: `cooldown + PT1S` is a second more than it. */
function durationOf(age: string): Temporal.Duration {
  const [, sign, more] = /^cooldown ([+-]) (PT\w+)$/.exec(age) ?? [];
  const cooldown = Temporal.Duration.from(submitVerseOperation.cooldown);
  return more === undefined ? Temporal.Duration.from(age) : sign === '+' ? cooldown.add(more) : cooldown.subtract(more);
}

const withdraw = 'scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date';
const changes = {
  moved: 'moved_from = scheduled_date, scheduled_date = scheduled_date - 1',
  withdrawn: withdraw,
  'withdrawn without a cooldown': `${withdraw}, cooldown_ended = true`,
  read: "reviewed_at = now(), reviewed_by = 'a colleague'",
} as const;

/** What is set up before the request of a case: the request itself, and what is stored. */
export class Given {
  /** Of the contract's examples, until states change it. */
  readonly draft: Draft;
  readonly placed: PlacedOperation;
  readonly session: Session;
  /** Undoes everything: restores what is broken, and deletes what the run has stored. */
  readonly undo = new AsyncDisposableStack();
  /** Whether a state has set the token. */
  isAuthorized = false;
  /** Of the submission that `{id}` stands for. */
  id = 0;
  readonly #ids: number[] = [];
  readonly #dates: string[] = [];
  readonly #breakages: { readonly breaks: () => Promise<unknown>; readonly restores: () => Promise<unknown> }[] = [];

  constructor(placed: PlacedOperation, session: Session, draft = exampleRequest(placed)) {
    this.draft = draft;
    this.placed = placed;
    this.session = session;
    this.undo.defer(() => this.#cleanUp());
  }

  /** @throws Unavailable where the run does not have what a row needs */
  assertHas(need: Need): void {
    const { database, scratch, own, auth, puzzle } = this.session.target;
    const has = {
      ...{ database, scratch: scratch || undefined, own: own || undefined, completions: database ?? puzzle },
      ...{ iss: auth?.issuer, aud: auth?.audience },
    };
    if (has[need] !== undefined) return;
    const isOnlyToken = this.session.player === undefined && need !== 'own';
    throw new Unavailable(isOnlyToken ? `${tokenNeeded} and ${needs[need]}` : needs[need]);
  }

  /**
   * The id of someone in the case.
   *
   * @throws Unavailable for others than the player of a given token, whose ids somebody may have
   */
  idOf(person: Person = 'player'): string {
    const { player } = this.session;
    if (player === undefined) throw new Unavailable(tokenNeeded);
    if (person === 'player') return player.id;
    if (player.sign === undefined) throw new Unavailable(secretNeeded);
    const id = { twin: player.id.toUpperCase(), shadow: `${player.id} ` }[String(person)] ?? `${player.id}-${person}`;
    player.people.add(id);
    return id;
  }

  /** The token of someone, or another one of the player. @throws Unavailable where the run cannot sign it */
  tokenOf(person?: Person, change?: Parameters<NonNullable<Player['sign']>>[0]): string {
    const sub = this.idOf(person);
    const { player } = this.session;
    if (sub === player?.id && change === undefined) return player.token;
    if (player?.sign === undefined) throw new Unavailable(secretNeeded);
    return player.sign({ ...change, claims: { sub, ...change?.claims } });
  }

  /** The date that the request names, in its body or its query. */
  #localDate(): string {
    const { body, target } = this.draft;
    const inBody = String(body).startsWith('{') ? JSON.parse(String(body)).localDate : undefined;
    return new URLSearchParams(target.replace(/.*\?/, '')).get('localDate') ?? inBody ?? '2026-11-21';
  }

  /** Stores what a row says. @throws Unavailable where the run cannot store it */
  async store(fact: Fact): Promise<void> {
    if (fact === 'solved') await this.#solved(this.#localDate());
    else if (fact === 'full calendar') await this.#fill();
    else if ('solved' in fact) await this.#solved(fact.solved === true ? this.#localDate() : fact.solved, fact.person);
    else if ('submission' in fact) await this.#submission(fact.submission);
    else if ('submissionIfPossible' in fact) {
      if (this.session.target.database) await this.#submission(fact.submissionIfPossible);
    } else if ('blocked' in fact) await this.#block(fact.blocked);
    else if ('closed' in fact) this.#close(fact.closed);
    else this.#hide(fact.hidden);
  }

  async #query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    this.assertHas('database');
    return (await this.session.target.database?.query<Row>(text, values)) ?? [];
  }

  /** Someone has solved the puzzle of a date. */
  async #solved(date: string, person?: Person): Promise<void> {
    const id = this.idOf(person);
    this.assertHas('completions');
    await this.session.solve(id, date);
  }

  /** Someone has submitted a verse, with the `Idempotency-Key` of the request if it has one. */
  async #submission({ person, scheduledDate, age, verse = ['GEN', 1, 1], then, ...more }: GivenSubmission) {
    const [bookId, chapter, number] = verse;
    const key = this.draft.headers['Idempotency-Key'];
    const id = this.idOf(person);
    if (this.session.target.database === undefined && (scheduledDate ?? age ?? then) === undefined) {
      const localDate = this.#localDate();
      await this.#solved(localDate, person);
      return await this.#submit({ localDate, bookId, chapter, verse: number }, key, person);
    }
    // No window reaches these dates, each of which one submission gets.
    const firstDate = Temporal.PlainDate.from('9000-01-01').add({ days: randomInt(300_000) });
    for (let index = 0; index < (more.times ?? 1); index++) {
      const hours = durationOf(age ?? 'PT0S').total('hours') + index * durationOf('cooldown + PT1H').total('hours');
      const date = scheduledDate ?? firstDate.add({ days: index }).toString();
      const [row] = await this.#query<{ id: number }>(
        `insert into scheduled_submission
           (user_id, book_id, chapter, verse, scheduled_date, created_at, idempotency_key, window_text)
         values ($1, $2, $3, $4, $5, now() - $6 * interval '1 hour',
           $7::text, case when $7::text is not null then 'January 1, 2000' end) returning id::integer`,
        [id, bookId, chapter, number, date, hours, index === 0 ? key : undefined],
      );
      this.#ids.push(row?.id ?? 0);
      if (more.aside === undefined) this.id = row?.id ?? 0;
      if (then !== undefined) {
        await this.#query(`update scheduled_submission set ${changes[then]} where id = $1`, [row?.id]);
      }
    }
  }

  /** Submits a verse over HTTP. */
  async #submit(body: object, key: string | undefined, person?: Person): Promise<void> {
    const { session } = this;
    if (session.target.left.verses >= maxVersesLeft) throw new Unavailable(roomNeeded);
    const draft = requestOf('submitVerse', {
      body,
      headers: { Authorization: `Bearer ${this.tokenOf(person)}`, 'Idempotency-Key': key ?? null },
    });
    const { exchanges, faults } = await session.send(draft);
    const [{ received }] = exchanges as [(typeof exchanges)[0]];
    if (received.status === 201 && faults.length === 0) return;
    const lines = [`the status ${received.status}: ${received.text}`, ...faults.map(({ text }) => text)];
    throw new Error(`submitVerse, which sets the scene, has ${lines.join('; ')}`);
  }

  /** A date is blocked, with no verse on it. */
  async #block(date: string): Promise<void> {
    this.#dates.push(date);
    await this.#query('delete from scheduled_submission where scheduled_date = $1', [date]);
    await this.#query("insert into blocked_date (date, label) values ($1, 'Dredd')", [date]);
  }

  /** Every date up to the longest horizon is blocked. */
  async #fill(): Promise<void> {
    this.assertHas('scratch');
    this.undo.defer(async () => void (await this.#query("delete from blocked_date where label = 'Conformance'", [])));
    await this.#query(
      `insert into blocked_date (date, label)
       select current_date + day, 'Conformance' from generate_series(0, ${longestHorizon}) as day on conflict do nothing`,
      [],
    );
  }

  /**
   * Without a table, every query of it fails. The text of the chapters is hidden from the service,
   * except of those that it has read: it keeps these. Nothing in a run of our own service reads
   * Habakkuk 2.
   */
  #hide(name: string): void {
    const { chapters } = this.session.target;
    this.assertHas(name === 'chapters' ? 'own' : 'scratch');
    const rename_ = (from: string, to: string) =>
      name === 'chapters' && chapters !== undefined
        ? rename(chapters + from, chapters + to)
        : this.#query(`alter table ${from}${name} rename to ${to}${name}`, []);
    this.#breakages.push({ breaks: () => rename_('', 'hidden_'), restores: () => rename_('hidden_', '') });
  }

  /** A table can be read, but not changed. */
  #close(table: string): void {
    this.assertHas('scratch');
    this.#breakages.push({
      breaks: () => this.#query(`alter table ${table} add constraint conformance check (false) not valid`, []),
      restores: () => this.#query(`alter table ${table} drop constraint conformance`, []),
    });
  }

  /** Breaks the service, once all states have stored what they say. */
  async breakService(): Promise<void> {
    for (const { breaks, restores } of this.#breakages) {
      await breaks();
      this.undo.defer(async () => void (await restores()));
    }
    this.session.isBroken = this.#breakages.length > 0;
  }

  /** Deletes what concerns the case's players, and dates that nobody's calendar reaches. */
  async #cleanUp(): Promise<void> {
    const { player, target } = this.session;
    this.session.isBroken = false;
    const people = [...(player?.people ?? [])];
    if (target.database === undefined) await this.session.erase();
    else await target.database.deleteRowsOf(people, this.#ids, this.#dates, target.scratch);
  }
}
