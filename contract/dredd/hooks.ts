import { randomUUID } from 'node:crypto';
import { parsed } from '../model/model.ts';
import { type Fault, schemaFaults } from '../response-check.ts';
import type { Case, CaseResult } from './cases.ts';
import { maxVersesLeft, roomNeeded, Unavailable } from './given.ts';
import type { Draft } from './request.ts';
import { judgeCase, setScene } from './rows.ts';
import type { Exchange, Session } from './session.ts';

/**
 * A request, and the response that Dredd expects and gets,
 * https://dredd.org/en/latest/data-structures/
 */
interface Transaction {
  name: string;
  id: string;
  fullPath: string;
  request: { method: string; headers: Record<string, string>; body: string | Uint8Array };
  expected: { statusCode: string; headers: Record<string, string>; body?: string };
  /** Set by a hook: the reason why the transaction fails. */
  fail: boolean | string;
  /** Set by a hook: sends no request. */
  skip: boolean;
  real?: { statusCode: number; headers: Record<string, string>; body?: string };
}

type Hook<Data> = (data: Data, done: () => void) => void;

interface Hooks {
  beforeAll(hook: Hook<Transaction[]>): void;
  beforeEach(hook: Hook<Transaction & { readonly shows: Case }>): void;
  afterEach(hook: Hook<Transaction & { readonly shows: Case }>): void;
}

/**
 * Sets the scene of a case for a new player.
 *
 * @returns its request, and what undoes everything
 * @throws Unavailable where the target does not have what the case needs
 */
export async function begin(session: Session, { placed, states }: Case) {
  const { target } = session;
  session.player = target.newPlayer?.();
  const scene = await setScene(placed, states, session);
  await using undo = scene.undo;
  scene.draft.headers['X-Request-Id'] ??= randomUUID();
  await session.read();
  const mayReserve = session.statusesFor(scene.draft).includes(201);
  if (mayReserve && target.database === undefined && target.left.verses >= maxVersesLeft) {
    throw new Unavailable(roomNeeded);
  }
  return { draft: scene.draft, undo: undo.move() };
}

/** What a response shows, and what comes after it. */
export async function finish(session: Session, each: Case, exchange: Exchange): Promise<Partial<CaseResult>> {
  const { status, text } = exchange.received;
  const { expected } = each;
  const found = await judgeCase(each, exchange, session);
  const isOther =
    expected !== undefined &&
    (status !== Number(expected.status) ||
      (expected.kind !== undefined &&
        schemaFaults(`#/components/schemas/${expected.kind}`, parsed(text), each.placed.file).length > 0));
  const other: Fault = {
    part: 'status',
    text: `the response is ${status} ${text}, which is not what the row provokes`,
  };
  const faults = found.length === 0 && isOther ? [other] : found;
  const reason = faults.map(({ text, says }) => (says === undefined ? text : `${text}: ${says}`)).join('; ');
  return { status, faults, passed: faults.length === 0, ...(faults.length > 0 && { reason }) };
}

/**
 * Makes a transaction for each case, puts the service into the state it needs, and checks the
 * response.
 *
 * @param found gets what the hooks learn of each transaction, by its name
 */
export const registerHooks =
  (session: Session, cases: readonly Case[], found: Map<string, Partial<CaseResult>>) => (hooks: Hooks) => {
    const { target } = session;
    /** Dredd puts the endpoint's own path before that of the contract. */
    const prefix = new URL(target.url).pathname.replace(/\/$/, '');
    let undo = new AsyncDisposableStack();
    let sent: Draft;
    let began = 0;

    hooks.beforeAll((transactions, done) => {
      const [any] = transactions;
      const made = cases.map((shows) => ({
        ...(structuredClone(any) as Transaction),
        shows,
        name: shows.name,
        id: shows.name,
      }));
      transactions.splice(0, transactions.length, ...made);
      done();
    });

    const run = (transaction: Transaction, done: () => void, work: () => Promise<void>) =>
      void work()
        .catch((error) => {
          if (error instanceof Unavailable) found.set(transaction.name, { needs: error.message });
          if (error instanceof Unavailable || target.interrupted.aborted) transaction.skip = true;
          else transaction.fail = String(error);
        })
        .then(done);

    hooks.beforeEach((transaction, done) =>
      run(transaction, done, async () => {
        target.interrupted.throwIfAborted();
        const scene = await begin(session, transaction.shows);
        ({ draft: sent, undo } = scene);
        const { method, headers, body } = sent;
        transaction.fullPath = prefix + sent.target;
        transaction.request = { ...transaction.request, method, headers: { ...headers }, body };
        // Without a body and headers: Dredd would compare no more than the types of an example.
        transaction.expected = { statusCode: String(session.statusesFor(sent)[0] ?? ''), headers: {} };
        began = performance.now();
      }),
    );

    hooks.afterEach((transaction, done) =>
      run(transaction, done, async () => {
        await using _ = undo;
        undo = new AsyncDisposableStack();
        const { real } = transaction;
        if (real === undefined) return;
        const received = { status: Number(real.statusCode), headers: new Headers(real.headers), text: real.body ?? '' };
        const result = await finish(session, transaction.shows, session.exchanged(sent, received, began));
        found.set(transaction.name, result);
        if (result.reason !== undefined) transaction.fail = result.reason;
      }),
    );
  };
