import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';
import { operationsOf, type PlacedOperation } from '../document/operations.ts';
import { keysOf } from '../document/pointer.ts';
import { type ContractFile, nameOf, readContract } from '../document/read.ts';
import { type DocumentedResponse, documentedResponses } from '../document/responses.ts';
import { schemasOf } from '../document/schemas.ts';
import { deviations } from '../response-check.ts';
import {
  emptyCalendar,
  fillCalendar,
  type Given,
  type Person,
  type State,
  type Submission,
  secretNeeded,
  tokenOf,
  Unavailable,
} from './given.ts';
import type { TokenChange } from './player.ts';
import { type Difference, differ, exampleRequest } from './request.ts';
import { type Check, type Seen, unequal, type ValueCase, wrong } from './values/seen.ts';

// `contract/dredd/rows/` has the cases of each contract as data: each sentence that says something
// about the wire, by its place, and the cases that are red if it is untrue.

/** What must come back. */
interface Expected {
  /** The documented response: its status, with its kind where the status has several. */
  readonly response: string;
  /** Members of the body, by their paths (`submissions/0/reference`): null for an absent one. */
  readonly shows?: Readonly<Record<string, unknown>>;
  /** Headers, by name. */
  readonly sets?: Readonly<Record<string, string>>;
  /** One of `x-messages`, with what stands for its names. */
  readonly message?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

/** A further request of a case, which differs from the case's own. */
interface Step extends Difference, Expected {
  readonly as?: Person;
  /** Another operation; the request is then that of its examples. */
  readonly of?: string;
  /** Its body is that of the case's response, word for word. */
  readonly same?: true;
  /** A member of the body that the case's response has with another value. */
  readonly other?: string;
}

/** What is stored before a case. */
export type Facts = Readonly<Record<string, State>>;

type Fact =
  | 'solved'
  | 'full calendar'
  | 'submission if possible'
  | { readonly blocked: string }
  | { readonly hidden: string }
  | { readonly solved: string | true; readonly person?: Person }
  | { readonly submission: Submission }
  | string;

interface Row extends Difference, Partial<Expected> {
  /** Completes the case's name, after its response. */
  readonly case: string;
  readonly of?: string;
  /**
   * `database` where a run over HTTP has to do without it, for the number of verses that it leaves;
   * a claim that the service is configured to check; a database that may be broken; or a service
   * that the run has started, without a proxy in between.
   */
  readonly needs?: 'database' | 'iss' | 'aud' | 'scratch' | 'own';
  readonly given?: readonly Fact[];
  /** The header, with `{token}` for the token; null for none. */
  readonly authorization?: string | null;
  readonly token?: TokenChange;
  /** The function in `values/` that computes what must come back. */
  readonly check?: string;
  readonly then?: readonly Step[];
  /** Makes a case of each: names, and how each differs from this row. */
  readonly each?: Readonly<Record<string, Partial<Row>>>;
}

/** A sentence of a contract about the wire. */
interface Sentence {
  /** Its beginning, as the contract has it. */
  readonly says: string;
  /** The operation of the cases; by default the one that has the sentence. */
  readonly of?: string;
  readonly cases?: readonly Row[];
  /** What shows it instead: other cases, or what every response is held against. */
  readonly by?: string;
  /** Why nothing shows it. */
  readonly none?: string;
}

export interface PlacedSentence extends Omit<Sentence, 'cases'> {
  /** A JSON pointer without the number sign. */
  readonly place: string;
  readonly cases: readonly Row[];
}

interface Rows {
  /** What provokes each documented response: by its operation, then by its status and kind. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Omit<Row, 'case'>>>>>;
  readonly [place: string]: unknown;
}

function read(file: ContractFile): Rows {
  const source = readFileSync(join(root, `contract/dredd/rows/${nameOf(file)}.yaml`), 'utf8');
  return parse(source, (_, value) => (typeof value === 'string' ? lengthened(value) : value), { merge: true });
}

/**
 * How to provoke each documented response, by its name.
 *
 * @param facts of the contract that rows name
 * @throws Error that names a response without a row
 */
export function rowStates(file: ContractFile, facts: Facts = {}): Record<string, State> {
  const contract = readContract(file);
  const operations = operationsOf(contract);
  const { responses } = read(file);
  return Object.fromEntries(
    documentedResponses(contract).map((response) => {
      const { name, operation = 'none' } = response;
      const placed = operations.find((each) => each.name === operation) ?? operations[0];
      if (placed === undefined) throw new Error(`${file} has no operation`);
      const written = responses[operation]?.[operation === 'none' ? name : name.slice(operation.length + 1)];
      const row = written ?? usual(response, placed);
      if (row === undefined) throw new Error(`contract/dredd/rows has none for ${name}`);
      return [name, stateOf(placed, row, facts)];
    }),
  );
}

/** What provokes a response of any operation; a success is that of the example. */
function usual({ status, kind }: DocumentedResponse, { operation }: PlacedOperation): Omit<Row, 'case'> | undefined {
  if (['200', '204'].includes(status)) return {};
  if (status === '401') return { authorization: 'Bearer invalid' };
  if (status === '403' && operation['x-role'] !== undefined) return { token: { claims: { roles: null } } };
  if (status === '413') return { size: 'limit + 1' };
  return kind === 'InvalidJsonBody' ? { cut: 1 } : undefined;
}

function stateOf(placed: PlacedOperation, row: Omit<Row, 'case'>, facts: Facts): State {
  return async (given) => {
    if (row.needs !== undefined) given.assertHas(row.needs);
    await store(given, row.given ?? [], facts);
    await authorize(given, row);
    differ(given.transaction, placed, row);
    given.transaction.fullPath = given.transaction.fullPath.replace('%7Btoken%7D', given.target.player?.token ?? '');
    delete given.transaction.expected.body;
  };
}

/** The sentences of a contract that have cases, or a reason for none. */
export function sentencesOf(file: ContractFile): PlacedSentence[] {
  const { responses: _, ...written } = read(file);
  return Object.entries(written as Record<string, Sentence[]>).flatMap(([place, sentences]) =>
    sentences.map(({ cases = [], ...sentence }) => ({ ...sentence, place, cases: cases.flatMap(spread) })),
  );
}

/** `{255}` stands for as many characters, and `{255é}` for as many of these. */
function lengthened(text: string): string {
  const [, length, character] = /^\{(\d+)(\D?)\}$/.exec(text) ?? [];
  return length === undefined ? text : (character || 'x').repeat(Number(length));
}

/** What a row or a step can have: a misspelt key would hold for nothing. */
const known =
  'case of needs given authorization token check then each response shows sets message as same other method target path query headers body text bytes cut size coding'.split(
    ' ',
  );

function assertKnown(row: object): void {
  const unknown = Object.keys(row).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`contract/dredd/rows: ${unknown.join(', ')}; allowed: ${known.join(', ')}`);
}

function spread({ each, ...row }: Row): Row[] {
  for (const part of [row, ...Object.values(each ?? {}), ...(row.then ?? [])]) assertKnown(part);
  if (each === undefined) return [row];
  return Object.entries(each).map(([name, difference]) => ({ ...row, ...difference, case: `${row.case} ${name}` }));
}

/**
 * The cases of a contract's rows.
 *
 * @param computed the functions that compute what must come back, by name
 * @param facts of the contract that rows name
 * @throws Error that names what a row refers to and is not there
 */
export function rowCases(
  file: ContractFile,
  computed: Readonly<Record<string, Check>>,
  facts: Facts = {},
): ValueCase[] {
  const contract = readContract(file);
  const operations = operationsOf(contract);
  const documented = documentedResponses(contract);
  const { InvalidVerse } = schemasOf(contract);

  const operationOf = (name: string | undefined, row: Row): PlacedOperation => {
    const found = operations.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${row.case}: there is no operation ${name}`);
    return found;
  };
  const responseOf = (placed: PlacedOperation, response: string) => {
    const found = documented.find(({ name }) => [`${placed.name} ${response}`, response].includes(name));
    if (found === undefined) throw new Error(`${placed.name} documents no response ${response}`);
    return found;
  };

  const valuesOf = ({ shows = {}, sets = {}, message = {} }: Partial<Expected>, text: string, headers: Headers) => {
    const body = text === '' ? undefined : JSON.parse(text);
    return [
      ...Object.entries(shows).flatMap(([path, value]) => {
        const expected = value === null ? undefined : value;
        return unequal(path || 'the body', memberAt(body, path), expected, 'the contract');
      }),
      ...Object.entries(sets).flatMap(([name, value]) => unequal(name, headers.get(name), value, 'the contract')),
      ...Object.entries(message).flatMap(([name, values]) => {
        const template = InvalidVerse?.properties?.['error']?.['x-messages']?.[name] ?? '';
        const filled = template.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
        return unequal('error', body?.error, filled, 'x-messages');
      }),
    ];
  };

  const caseOf = ({ of, place }: PlacedSentence, row: Row): ValueCase => {
    const placed = operationOf(
      row.of ?? of ?? operations.find(({ pointer }) => `#${place}`.startsWith(pointer))?.name,
      row,
    );
    const expected = responseOf(placed, row.response ?? '');
    const check = row.check === undefined ? undefined : computed[row.check];
    if (row.check !== undefined && check === undefined) throw new Error(`${row.case}: there is no check ${row.check}`);
    return {
      response: expected.name,
      of: placed.name,
      when: row.case,
      given: stateOf(placed, row, facts),
      check: async (seen) => {
        const faults = [...valuesOf(row, seen.text, seen.headers), ...((await check?.(seen)) ?? [])];
        for (const step of row.then ?? []) faults.push(...(await stepFaults(seen, placed, step)));
        return faults;
      },
    };
  };

  const stepFaults = async (seen: Seen, main: PlacedOperation, step: Step): Promise<string[]> => {
    const placed = step.of === undefined ? main : operationOf(step.of, { case: main.name });
    const transaction = step.of === undefined ? seen.again() : exampleRequest(placed);
    if (placed.operation.security.length > 0)
      transaction.request.headers['Authorization'] = `Bearer ${await seen.tokenOf(step.as)}`;
    differ(transaction, placed, step);
    const received = await seen.send(transaction, step.same);
    const expected = responseOf(placed, step.response);
    const sent = { path: placed.path, ...transaction.request };
    const members = seen.target.own ? 'exact' : 'open';
    const faults = deviations(sent, received, expected, file, members).map(({ text }) => text);
    const values = faults.length > 0 ? [] : valuesOf(step, received.text, received.headers);
    const same = wrong(
      faults.length === 0 && step.same === true && received.text !== seen.text,
      `the body is ${received.text} instead of ${seen.text}`,
    );
    const { other = '' } = step;
    const value = memberAt(JSON.parse(received.text || '{}'), other);
    const equal = wrong(other !== '' && value === memberAt(seen.body, other), `${other} is ${value} again`);
    return [...faults, ...values, ...same, ...equal].map(
      (fault) => `${expected.name}${step.as ? ` of ${step.as}` : ''}, then: ${fault}`,
    );
  };

  return sentencesOf(file).flatMap((sentence) => sentence.cases.map((row) => caseOf(sentence, row)));
}

async function store(given: Given, stored: readonly Fact[], facts: Facts): Promise<void> {
  for (const fact of stored) {
    if (fact === 'solved') await given.solved();
    else if (fact === 'full calendar') given.breakDatabase(fillCalendar, emptyCalendar);
    else if (fact === 'submission if possible') await (given.target.database && given.submission());
    else if (typeof fact === 'string') await factOf(facts, fact)(given);
    else if ('blocked' in fact) await given.block(fact.blocked);
    else if ('hidden' in fact) fact.hidden === 'chapters' ? given.hideChapters() : given.hideTable(fact.hidden);
    else if ('submission' in fact) await given.submission(fact.submission);
    else await given.solved(fact.solved === true ? undefined : fact.solved, fact.person);
  }
}

function factOf(facts: Facts, name: string): State {
  const fact = facts[name];
  if (fact === undefined) throw new Error(`there is no fact ${name}`);
  return fact;
}

/** Sends another `Authorization`. @throws Unavailable where the run cannot sign a token */
export async function authorize(
  { transaction: { request }, target: { player } }: Given,
  row: Pick<Row, 'authorization' | 'token'>,
): Promise<void> {
  if (row.authorization === null) delete request.headers['Authorization'];
  if (typeof row.authorization === 'string') {
    request.headers['Authorization'] = row.authorization.replace('{token}', await tokenOf(player));
  }
  if (row.token === undefined) return;
  if (player?.sign === undefined) throw new Unavailable(secretNeeded);
  request.headers['Authorization'] = `Bearer ${await player.sign(row.token)}`;
}

function memberAt(body: unknown, path: string): unknown {
  return keysOf(`#/${path}`).reduce(
    (value, key) => (key === '' ? value : (value as Record<string, unknown>)?.[key]),
    body,
  );
}
