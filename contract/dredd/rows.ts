import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { keysOf } from '../document/pointer.ts';
import { type ContractFile, nameOf } from '../document/read.ts';
import { match } from '../model/answer.ts';
import { type Operation, operations } from '../model/contracts.ts';
import { parsed, type Received, routeOf } from '../model/model.ts';
import type { Fault } from '../response-check.ts';
import { type Fact, Given, type Need, type Person } from './given.ts';
import type { TokenChange } from './player.ts';
import { type Difference, type Draft, differ, exampleRequest } from './request.ts';
import type { Exchange, Session } from './session.ts';
import { sweeps } from './sweeps.ts';

// `contract/dredd/rows/` has for sentences of a contract about the wire requests that are red if they
// are untrue, with what must be stored before. What must come back is for the model to say.

/** A further request of a case, which differs from the case's own. */
export interface Step extends Difference {
  readonly as?: Person;
  /** Another operation; the request is then that of its examples. */
  readonly of?: string;
  /** Sent by each of these people at once. */
  readonly atOnce?: readonly Person[];
}

export interface Row extends Difference {
  /** Completes the case's name, after its operation. */
  readonly case: string;
  readonly needs?: Need;
  readonly given?: readonly Fact[];
  /** The header, with `{token}` for the token; null for none. */
  readonly authorization?: string | null;
  readonly token?: TokenChange;
  /** Members of the body that the model does not know, such as the text of a verse. */
  readonly shows?: Readonly<Record<string, unknown>>;
  readonly then?: readonly Step[];
  /** The name of further requests in `sweeps.ts`. */
  readonly sweep?: keyof typeof sweeps;
  /** Makes a case of each: names, and how each differs from this row. */
  readonly each?: Readonly<Record<string, Partial<Row>>>;
}

export type State = Omit<Row, 'case'>;

/** Beginnings of sentences, by a reason. */
type Reasons = Readonly<Record<string, readonly string[]>>;

interface Rows {
  /** What the requests of an operation need before all else, so that they succeed. */
  readonly prepare?: Readonly<Record<string, State>>;
  /** What provokes each documented response: by its operation, then by its status and kind. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, State>>>>;
  /** By the operation, then by the beginning of the sentence. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>;
  /** What shows a sentence instead, if neither cases nor the model do. */
  readonly by: Reasons;
  /** Why nothing shows it. */
  readonly none?: Reasons;
}

const read = new Map<ContractFile, Rows>();

export function rowsOf(file: ContractFile): Rows {
  const source = readFileSync(join(root, `contract/dredd/rows/${nameOf(file)}.yaml`), 'utf8');
  const lengthen = (_: unknown, value: unknown) => (typeof value === 'string' ? lengthened(value) : value);
  return read.getOrInsertComputed(file, () => parse(source, lengthen, { merge: true }));
}

/** `{255}` stands for as many characters, and `{255é}` for as many of these. */
function lengthened(text: string): string {
  const [, length, character] = /^\{(\d+)(\D?)\}$/.exec(text) ?? [];
  return length === undefined ? text : (character || 'x').repeat(Number(length));
}

/** The cases of a contract: of which operation, and the beginning of the sentence that they show. */
export function casesIn(file: ContractFile): { readonly of: string; readonly says: string; readonly row: Row }[] {
  return Object.entries(rowsOf(file).cases).flatMap(([of, sentences]) =>
    Object.entries(sentences).flatMap(([says, rows]) => rows.flatMap(spread).map((row) => ({ of, says, row }))),
  );
}

/** What a row or a step can have: a misspelt key would hold for nothing. */
const known =
  'case of needs given authorization token shows then sweep each as atOnce method target path query headers body text bytes cut size coding'.split(
    ' ',
  );

function spread({ each, ...row }: Row): Row[] {
  for (const part of [row, ...Object.values(each ?? {}), ...(row.then ?? [])]) {
    const unknown = Object.keys(part).filter((key) => !known.includes(key));
    if (unknown.length > 0) throw new Error(`contract/dredd/rows: ${unknown.join(', ')}; allowed: ${known.join(', ')}`);
  }
  if (each === undefined) return [row];
  return Object.entries(each).map(([name, difference]) => ({ ...row, ...difference, case: `${row.case} ${name}` }));
}

/**
 * Puts a request and the service into several states at once. Those of later checks come first,
 * since an earlier check may make the body unreadable; what breaks the service comes last, so that
 * every state can store what it says.
 *
 * @param states in the order of the checks
 * @returns the request, and what undoes everything
 * @throws Unavailable where the run does not have what a state needs; everything is undone then
 */
export async function setScene(
  placed: Operation,
  states: readonly State[],
  session: Session,
): Promise<{ readonly draft: Draft; readonly undo: AsyncDisposableStack }> {
  const given = new Given(placed, session);
  await using undo = given.undo;
  const { prepare = {} } = rowsOf(placed.file);
  const isSecured = placed.operation.security.length > 0;
  const { player } = session;
  if (isSecured && player !== undefined) given.draft.headers['Authorization'] = `Bearer ${player.token}`;
  for (const state of [prepare[placed.name] ?? {}, ...states.toReversed()]) {
    if (state.needs !== undefined) given.assertHas(state.needs);
    for (const fact of state.given ?? []) await given.store(fact);
    authorize(given, state);
    differ(given.draft, placed, state);
  }
  fill(given);
  // What belongs to no operation needs no token.
  if (isSecured && !given.isAuthorized && routeOf(given.draft)?.operation !== undefined) given.idOf();
  await given.breakService();
  return { draft: given.draft, undo: undo.move() };
}

/** Sends another `Authorization`. @throws Unavailable where the run cannot sign a token */
function authorize(given: Given, { authorization, token }: State): void {
  const { headers } = given.draft;
  given.isAuthorized ||= authorization !== undefined || token !== undefined;
  if (token !== undefined) headers['Authorization'] = `Bearer ${given.tokenOf('player', token)}`;
  else if (authorization === null) delete headers['Authorization'];
  else if (authorization !== undefined) headers['Authorization'] = authorization;
}

/** What comes back to a case: to its own request, then to further ones. */
export async function judgeCase(
  { placed, row }: { readonly placed: Operation; readonly row: Omit<Row, 'each'> },
  first: Exchange,
  session: Session,
): Promise<Fault[]> {
  const faults = [...(await session.judge(first)), ...shownFaults(row.shows, first.received)];
  let { received } = first;
  for (const step of row.then ?? []) {
    const of = step.of === undefined ? placed : operationNamed(step.of);
    const made = (step.atOnce ?? [step.as]).map((as) => {
      const draft = step.of === undefined ? { ...first.sent, headers: { ...first.sent.headers } } : exampleRequest(of);
      const given = new Given(of, session, draft);
      if (of.operation.security.length > 0 && (as !== undefined || step.of !== undefined)) {
        draft.headers['Authorization'] = `Bearer ${given.tokenOf(as)}`;
      }
      if (step.of !== undefined) differ(draft, of, rowsOf(of.file).prepare?.[of.name] ?? {});
      differ(draft, of, step);
      fill(given, received.headers.get('ETag') ?? '');
      return draft;
    });
    const { exchanges, faults: found } = await session.send(...made);
    received = exchanges[0]?.received ?? received;
    const where = `then ${made[0]?.method} ${made[0]?.target}${step.as ? ` of ${step.as}` : ''}: `;
    faults.push(...found.map((each) => ({ ...each, text: where + each.text })));
  }
  if (row.sweep !== undefined) faults.push(...(await sweeps[row.sweep](session)));
  return faults;
}

export function operationNamed(name: string): Operation {
  const found = Object.values(operations).find((each) => each.name === name);
  if (found === undefined) throw new Error(`contract/dredd/rows: there is no operation ${name}`);
  return found;
}

function shownFaults(shows: Row['shows'] = {}, { text }: Received): Fault[] {
  const at = (path: string): unknown =>
    keysOf(`#/${path}`).reduce((value, key) => (value as Record<string, unknown>)?.[key], parsed(text) as unknown);
  return Object.entries(shows).flatMap(([path, value]) =>
    match(value ?? undefined, at(path), 'the row', path).map((fault) => ({ part: 'body' as const, text: fault.text })),
  );
}

/** Puts what is known only now into a request. */
function fill(given: Given, etag = ''): void {
  const { draft, session } = given;
  const filled = (text: string) =>
    text
      .replace(/(?:\{|%7B)(token|player|id|etag)(?:\}|%7D)/g, (_, name) => {
        if (name === 'token') return given.tokenOf();
        return { player: encodeURIComponent(session.player?.id ?? ''), id: String(given.id), etag }[String(name)] ?? '';
      })
      .replace('W/W/', 'W/');
  draft.target = filled(draft.target);
  for (const [name, value] of Object.entries(draft.headers)) draft.headers[name] = filled(value);
}
