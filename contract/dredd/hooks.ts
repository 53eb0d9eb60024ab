import { randomUUID } from 'node:crypto';
import { operationsOf } from '../document/operations.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { deviations, type Fault, type ReceivedResponse } from '../response-check.ts';
import { type Case, type CaseResult, casesOf } from './cases.ts';
import { setScene, type Target, type Transaction, tokenNeeded, Unavailable } from './given.ts';
import { type Suite, suiteOf } from './suites.ts';
import { Seen } from './values/seen.ts';

type Hook<Data> = (data: Data, done: () => void) => void;

/** A transaction that the first hook has made. */
type CaseTransaction = Transaction & { readonly shows: Case };

interface Hooks {
  beforeAll(hook: Hook<Transaction[]>): void;
  beforeEach(hook: Hook<CaseTransaction>): void;
  afterEach(hook: Hook<CaseTransaction>): void;
}

/**
 * Makes a transaction for each case, puts the service into the state it needs, and checks the
 * response.
 *
 * @param only the name of the one operation to test; every one if absent
 * @param found gets what the hooks learn of each transaction, by its name: what it needs, or what
 *   its response was
 */
export const registerHooks =
  (file: ContractFile, target: Target, only: string | undefined, found: Map<string, Partial<CaseResult>>) =>
  (hooks: Hooks) => {
    const contract = readContract(file);
    const suite = suiteOf(file);
    /** The names of the operations that need a token. */
    const secured = operationsOf(contract)
      .filter(({ operation }) => operation.security.length > 0)
      .map(({ name }) => name);

    hooks.beforeAll((transactions, done) => {
      const examples = transactions.filter((each) => only === undefined || operationOf(each) === only);
      const made = casesOf(contract, only, suite.cases).flatMap((each) => transactionFor(each, examples));
      transactions.splice(0, transactions.length, ...made);
      done();
    });

    let undo = new AsyncDisposableStack();
    hooks.beforeEach((transaction, done) => {
      undo = new AsyncDisposableStack();
      void prepare(suite, secured, transaction, target, undo)
        .catch((error) => {
          if (error instanceof Unavailable) found.set(transaction.name, { needs: error.message });
          if (error instanceof Unavailable || target.interrupted.aborted) transaction.skip = true;
          else transaction.fail = String(error);
        })
        .then(done);
    });

    hooks.afterEach((transaction, done) => {
      void checkResponse(suite, transaction, target, file, found)
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
  target: Target,
  file: ContractFile,
  found: Map<string, Partial<CaseResult>>,
): Promise<void> {
  const { real, test, request, origin, shows } = transaction;
  if (real === undefined || test === undefined) return;
  const received = { status: Number(real.statusCode), headers: new Headers(real.headers), text: real.body ?? '' };
  const sent = { path: origin.resourceName, headers: request.headers };
  const faults = deviations(sent, received, shows.expected, file, target.own ? 'exact' : 'open');
  if (faults.length === 0 && received.status < 300)
    faults.push(...(await replayFaults(transaction, target.url, received)));
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
  target: Target,
  received: ReceivedResponse,
): Promise<Fault[]> {
  const { expected, valueCase } = transaction.shows;
  const seen = new Seen(transaction, target, received);
  const lines = [...((await checks[expected.name]?.(seen)) ?? []), ...((await valueCase?.check?.(seen)) ?? [])];
  return lines.map((text) => ({ part: 'body', text }) as const);
}

/**
 * What is wrong with the response to the same request with the same `Idempotency-Key`: it must be
 * the same again.
 */
export async function replayFaults(
  { fullPath, request: { method, headers, body } }: Pick<Transaction, 'fullPath' | 'request'>,
  url: string,
  first: ReceivedResponse,
): Promise<Fault[]> {
  if (headers['Idempotency-Key'] === undefined) return [];
  const { 'Content-Length': _, ...sent } = headers;
  const again = await fetch(new URL(fullPath, url), { method, headers: sent, body });
  const text = await again.text();
  const replayed = 'the response to the same Idempotency-Key';
  if (again.status !== first.status)
    return [{ part: 'status', text: `${replayed} has the status ${again.status} instead of ${first.status}` }];
  return text === first.text ? [] : [{ part: 'body', text: `${replayed} is ${text} instead of ${first.text}` }];
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
  const { operation, status, example, response } = expected;
  const made = transactions.find(
    (transaction) =>
      operation === undefined || (operation === operationOf(transaction) && transaction.expected.statusCode === status),
  );
  if (made === undefined) return [];
  const headers = Object.fromEntries(Object.keys(response.headers ?? {}).map((header) => [header, '']));
  // Dredd compares the value of the Content-Type; the other headers need only be present.
  for (const mediaType of Object.keys(response.content)) headers['Content-Type'] = mediaType; // none without a body
  // Dredd would expect any other body to be the example, word for word.
  const body = 'application/json' in response.content ? { body: JSON.stringify(example) } : {};
  return [{ ...structuredClone(made), shows, name, id: name, expected: { statusCode: status, headers, ...body } }];
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
  target: Target,
  undo: AsyncDisposableStack,
): Promise<void> {
  target.interrupted.throwIfAborted();
  transaction.request.headers['X-Request-Id'] = randomUUID();
  const { name, expected, provoked, valueCase } = transaction.shows;
  const states = valueCase === undefined ? suite.states : { ...suite.states, [name]: valueCase.given };
  undo.use(await setScene({ ...suite, states }, transaction, provoked, target));
  const needsToken = secured.includes(expected.operation ?? '') && expected.status !== '401';
  if (needsToken && target.player === undefined) throw new Unavailable(tokenNeeded);
}
