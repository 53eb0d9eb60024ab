import { randomUUID } from 'node:crypto';
import { operationsOf } from '../document/operations.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { deviations, type Fault, type ReceivedResponse } from '../response-check.ts';
import type { Case, CaseResult } from './cases.ts';
import {
  maxVersesLeft,
  roomNeeded,
  setScene,
  type Target,
  type Transaction,
  tokenNeeded,
  Unavailable,
} from './given.ts';
import type { Player } from './player.ts';
import { type Suite, suiteOf } from './suites.ts';
import { Seen } from './values/seen.ts';

type Hook<Data> = (data: Data, done: () => void) => void;

/** A transaction that the first hook has made. */
type CaseTransaction = Transaction & { readonly shows: Case };

type CaseTarget = Target & { readonly player: Player | undefined };

interface Hooks {
  beforeAll(hook: Hook<Transaction[]>): void;
  beforeEach(hook: Hook<CaseTransaction>): void;
  afterEach(hook: Hook<CaseTransaction>): void;
}

/**
 * Makes a transaction for each case, puts the service into the state it needs, and checks the
 * response.
 *
 * @param cases those of the run
 * @param only the name of the one operation to test; every one if absent
 * @param found gets what the hooks learn of each transaction, by its name: what it needs, or what
 *   its response was
 */
export const registerHooks =
  (
    file: ContractFile,
    target: Target,
    cases: readonly Case[],
    only: string | undefined,
    found: Map<string, Partial<CaseResult>>,
  ) =>
  (hooks: Hooks) => {
    const contract = readContract(file);
    const suite = suiteOf(file);
    /** The names of the operations that need a token. */
    const secured = operationsOf(contract)
      .filter(({ operation }) => operation.security.length > 0)
      .map(({ name }) => name);

    hooks.beforeAll((transactions, done) => {
      const examples = transactions.filter((each) => only === undefined || operationOf(each) === only);
      const made = cases.flatMap((each) => transactionFor(each, examples));
      transactions.splice(0, transactions.length, ...made);
      done();
    });

    /** Dredd puts the endpoint's own path before that of the contract. */
    const prefix = new URL(target.url).pathname.replace(/\/$/, '');

    let undo = new AsyncDisposableStack();
    let player: Player | undefined;
    hooks.beforeEach((transaction, done) => {
      undo = new AsyncDisposableStack();
      const setUp = async () => {
        target.interrupted.throwIfAborted();
        transaction.fullPath = transaction.fullPath.slice(prefix.length);
        player = await target.newPlayer?.();
        await prepare(suite, secured, transaction, { ...target, player }, undo);
      };
      void setUp()
        .catch((error) => {
          if (error instanceof Unavailable) found.set(transaction.name, { needs: error.message });
          if (error instanceof Unavailable || target.interrupted.aborted) transaction.skip = true;
          else transaction.fail = String(error);
        })
        .then(() => {
          transaction.fullPath = prefix + transaction.fullPath;
          done();
        });
    });

    hooks.afterEach((transaction, done) => {
      transaction.fullPath = transaction.fullPath.slice(prefix.length);
      void checkResponse(suite, transaction, { ...target, player }, file, found)
        .catch((error) => {
          if (!(error instanceof Unavailable)) throw error;
          found.set(transaction.name, { needs: error.message });
        })
        .finally(() => undo.disposeAsync())
        .catch((error) => {
          transaction.fail = String(error);
        })
        .then(done);
    });
  };

/**
 * Holds a response against the contract, if there is one. Dredd compares no more than the status,
 * and the names and types of an example's members.
 */
async function checkResponse(
  suite: Suite,
  transaction: CaseTransaction,
  target: CaseTarget,
  file: ContractFile,
  found: Map<string, Partial<CaseResult>>,
): Promise<void> {
  const { real, test, request, origin, shows } = transaction;
  if (real === undefined || test === undefined) return;
  const received = { status: Number(real.statusCode), headers: new Headers(real.headers), text: real.body ?? '' };
  const sent = { path: origin.resourceName, method: request.method, headers: request.headers };
  if (received.status === 201 && target.database === undefined) target.left.verses++;
  const faults = deviations(sent, received, shows.expected, file, target.own ? 'exact' : 'open');
  // A value can only be read where the status and the body are as documented.
  if (faults.every(({ part }) => part === 'headers'))
    faults.push(...(await valueFaults(suite, transaction, target, received)));
  found.set(transaction.name, { status: received.status, faults });
  const reason = faults.map(({ text }) => text).join('; ');
  if (faults.length > 0) transaction.fail = reason;
  // Dredd reports `fail` only where it found nothing wrong itself.
  if (!test.valid) test.message += reason;
}

/** What is wrong with the values of a response: those of every such response, and of its case. */
async function valueFaults(
  { checks }: Suite,
  transaction: CaseTransaction,
  target: CaseTarget,
  received: ReceivedResponse,
): Promise<Fault[]> {
  const { expected, valueCase } = transaction.shows;
  const seen = new Seen(transaction, target, received);
  const lines = [...((await checks[expected.name]?.(seen)) ?? []), ...((await valueCase?.check?.(seen)) ?? [])];
  return lines.map((text) => ({ part: 'body', text }) as const);
}

/**
 * A transaction of Dredd's with the case's name and expected response. Dredd makes one for each
 * status of an operation, with its first example; the responses that belong to no operation start
 * from any.
 *
 * @returns none where Dredd has made none
 */
function transactionFor(shows: Case, transactions: readonly Transaction[]): CaseTransaction[] {
  const { name, expected } = shows;
  const { status, example, response } = expected;
  const operation = expected.operation ?? shows.operation;
  const made = transactions.find(
    (transaction) =>
      operation === undefined ||
      (operation === operationOf(transaction) &&
        (expected.operation === undefined || transaction.expected.statusCode === status)),
  );
  if (made === undefined) return [];
  // Dredd would expect any other body to be the example, word for word. The headers are compared
  // with the contract afterwards.
  const body = 'application/json' in response.content ? { body: JSON.stringify(example) } : {};
  return [{ ...structuredClone(made), shows, name, id: name, expected: { statusCode: status, headers: {}, ...body } }];
}

function operationOf({ request, origin }: Transaction): string {
  return `${request.method} ${origin.resourceName}`;
}

/**
 * Sets the scene of a case. The Idempotency-Key stays the one that Dredd takes from the contract:
 * no transaction can get the stored 201 of another, whose rows are deleted.
 *
 * @param secured the names of the operations that need a token
 * @param undo gets what is to be undone after the transaction
 * @throws Unavailable where the target does not have what the case needs
 */
async function prepare(
  suite: Suite,
  secured: readonly string[],
  transaction: CaseTransaction,
  target: CaseTarget,
  undo: AsyncDisposableStack,
): Promise<void> {
  transaction.request.headers['X-Request-Id'] = randomUUID();
  const { name, expected, operation = expected.operation ?? '', provoked, valueCase } = transaction.shows;
  const states = valueCase === undefined ? suite.states : { ...suite.states, [name]: valueCase.given };
  const isSecured = secured.includes(operation);
  if (isSecured && expected.status !== '401' && target.player === undefined) throw new Unavailable(tokenNeeded);
  if (expected.status === '201' && target.database === undefined && target.left.verses >= maxVersesLeft)
    throw new Unavailable(roomNeeded);
  undo.use(await setScene({ ...suite, states }, transaction, provoked, target, !isSecured));
}
