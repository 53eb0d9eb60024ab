import { operationsOf, readContract } from '../document.ts';
import { type Case, casesOf } from './cases.ts';
import type { Hooks, Received, Transaction } from './dredd.ts';
import { type Fault, responseFaults } from './response-faults.ts';
import { states } from './states.ts';
import { type Target, tokenNeeded, Unavailable } from './target.ts';

const contract = readContract();
const cases = new Map(casesOf(contract).map((each) => [each.name, each]));
/** The names of the operations that need a token. */
const secured = operationsOf(contract)
  .filter(({ operation }) => (operation.security ?? contract.security ?? []).length > 0)
  .map(({ name }) => name);

interface Run {
  /** The name of the one operation to test; every one if absent. */
  readonly operation: string | undefined;
  /** Gets the name of each transaction that needs what the target does not have, and what that is. */
  readonly skipped: Map<string, string>;
  /** Gets the name of each transaction that had a response, and what that was. */
  readonly received: Map<string, Received>;
}

/** Makes a transaction for each case, puts the service into the state it needs, and checks the response. */
export const registerHooks = (target: Target, run: Run) => (hooks: Hooks) => {
  const { operation, skipped, received } = run;
  hooks.beforeAll((transactions, done) => {
    const examples = transactions.filter((each) => operation === undefined || operationOf(each) === operation);
    const made = casesOf(contract, operation).flatMap((each) => transactionFor(each, examples));
    transactions.splice(0, transactions.length, ...made);
    done();
  });

  let undo = new AsyncDisposableStack();
  hooks.beforeEach((transaction, done) => {
    undo = new AsyncDisposableStack();
    undo.defer(target.forgetPlayer);
    prepare(transaction, target, undo)
      .catch((error) => {
        if (error instanceof Unavailable) skipped.set(transaction.name, error.message);
        if (error instanceof Unavailable || target.interrupted.aborted) transaction.skip = true;
        else transaction.fail = String(error);
      })
      .then(done);
  });

  hooks.afterEach((transaction, done) => {
    const { real, test } = transaction;
    if (real !== undefined && test !== undefined) {
      const faults = faultsOf(transaction, real);
      received.set(transaction.name, { status: Number(real.statusCode), faults });
      const reason = faults.map(({ text }) => text).join('; ');
      if (faults.length > 0) transaction.fail = reason;
      // Dredd reports `fail` only where it found nothing wrong itself.
      if (!test.valid) test.message += reason;
    }
    undo
      .disposeAsync()
      .catch((error) => {
        transaction.fail = String(error);
      })
      .then(done);
  });
};

/**
 * A transaction of Dredd's with the case's name and expected response. Dredd makes one for each status of an operation, with its first example;
 * the responses that belong to no operation start from any.
 *
 * @returns none where Dredd has made none
 */
function transactionFor({ name, expected }: Case, transactions: readonly Transaction[]): Transaction[] {
  const { operation, status, example, response } = expected;
  const made = transactions.find(
    (transaction) =>
      operation === undefined || (operation === operationOf(transaction) && transaction.expected.statusCode === status),
  );
  if (made === undefined) return [];
  const [mediaType] = Object.keys(response.content); // none where there is no body
  return [
    {
      ...structuredClone(made),
      name,
      id: name,
      expected: {
        statusCode: status,
        // Dredd compares the value of the Content-Type; the other headers need only be present.
        headers: {
          ...(mediaType !== undefined && { 'Content-Type': mediaType }),
          ...Object.fromEntries(Object.keys(response.headers ?? {}).map((header) => [header, ''])),
        },
        body: JSON.stringify(example),
      },
    },
  ];
}

function operationOf({ request, origin }: Transaction): string {
  return `${request.method} ${origin.resourceName}`;
}

/**
 * Puts the service and the request into the states of a case. The Idempotency-Key stays the one that Dredd takes from the contract: no
 * transaction can get the stored 201 of another, whose rows are deleted.
 *
 * @param undo gets what is to be undone after the transaction
 * @throws Unavailable where the target does not have what the case needs
 */
async function prepare(transaction: Transaction, target: Target, undo: AsyncDisposableStack): Promise<void> {
  target.interrupted.throwIfAborted();
  const { expected, provoked } = cases.get(transaction.name) as Case;
  const { player } = target;
  if (player !== undefined) transaction.request.headers['Authorization'] = `Bearer ${player.token}`;
  for (const { name } of provoked.toReversed()) {
    const state = states[name];
    if (state === undefined) throw new Error(`contract/dredd/states.ts has no state for ${name}`);
    const mend = await state({ transaction, player: player?.id, target });
    if (mend) undo.defer(mend);
  }
  const needsToken = secured.includes(expected.operation ?? '') && expected.status !== '401';
  if (needsToken && player === undefined) throw new Unavailable(tokenNeeded);
}

function faultsOf(
  { name, request, origin }: Transaction,
  { statusCode, headers, body = '' }: NonNullable<Transaction['real']>,
): Fault[] {
  const received = { status: statusCode, headers: new Headers(headers), text: body };
  const expected = cases.get(name)?.expected;
  // Without the hook that makes our transactions, Dredd's own names are unknown here.
  return expected === undefined
    ? [{ part: 'status', text: 'the contract documents no such response' }]
    : responseFaults(request.method, origin.resourceName, received, expected);
}
