import { randomUUID } from 'node:crypto';
import { type DocumentedResponse, documentedResponses, mediaType, readContract } from '../document.ts';
import type { Hooks, Transaction } from './dredd.ts';
import { responseFaults } from './response-faults.ts';
import { states } from './states.ts';
import type { Target } from './target.ts';

const responses = documentedResponses(readContract());
/** The date of the contract's examples. */
const localDate = '2026-11-21';

/** Makes a transaction for each documented response, puts the service into the state it needs, and checks the response. */
export const registerHooks = (target: Target) => (hooks: Hooks) => {
  hooks.beforeAll((transactions, done) => {
    transactions.splice(
      0,
      transactions.length,
      ...transactions.flatMap(forEachKind),
      ...forSharedResponses(transactions),
    );
    done();
  });

  let undo: (() => Promise<void>) | undefined;
  hooks.beforeEach((transaction, done) => {
    prepare(transaction, target)
      .then((mend) => {
        undo = mend || undefined;
      })
      .catch((error) => {
        transaction.fail = String(error);
      })
      .then(done);
  });

  hooks.afterEach((transaction, done) => {
    const { real, test } = transaction;
    if (real !== undefined && test !== undefined) {
      const faults = faultsOf(transaction, real);
      if (faults.length > 0) transaction.fail = faults.join('; ');
      // Dredd reports `fail` only where it found nothing wrong itself.
      if (!test.valid) test.message += faults.join('; ');
    }
    Promise.resolve(undo?.())
      .catch((error) => {
        transaction.fail = String(error);
      })
      .then(done);
  });
};

/** Dredd makes one transaction for a status, with its first example; this makes one for each of its kinds. */
function forEachKind(transaction: Transaction): Transaction[] {
  const { request, origin, expected } = transaction;
  return responses
    .filter(({ operation }) => operation === `${request.method} ${origin.resourceName}`)
    .filter(({ status }) => status === expected.statusCode)
    .map((documented) => transactionFor(documented, transaction));
}

/** Dredd makes no transactions for the responses that belong to no operation: they start from any other. */
function forSharedResponses([any]: Transaction[]): Transaction[] {
  if (any === undefined) return [];
  return responses
    .filter(({ operation }) => operation === undefined)
    .map((documented) => transactionFor(documented, any));
}

function transactionFor(
  { name, status, example, response }: DocumentedResponse,
  transaction: Transaction,
): Transaction {
  const expected = {
    statusCode: status,
    // Dredd compares the value of the Content-Type; the other headers need only be present.
    headers: {
      'Content-Type': mediaType(response),
      ...Object.fromEntries(Object.keys(response.headers ?? {}).map((header) => [header, ''])),
    },
    body: JSON.stringify(example),
  };
  return { ...structuredClone(transaction), name, id: name, expected };
}

/**
 * Gives each transaction a player of its own and empty tables. The Idempotency-Key stays the one that Dredd takes from the contract: with
 * empty tables, no transaction can get the stored 201 of another.
 */
async function prepare(transaction: Transaction, target: Target) {
  const state = states[transaction.name];
  if (state === undefined) throw new Error(`contract/dredd/states.ts has no state for ${transaction.name}`);
  await target.query('with gone as (delete from daily_completion) delete from scheduled_submission');
  const player = `player ${randomUUID()}`;
  await target.query('insert into daily_completion (anonymous_id, date) values ($1, $2)', [player, localDate]);
  transaction.request.headers['Authorization'] = `Bearer ${await target.token(player)}`;
  return await state({ transaction, player, target });
}

function faultsOf(
  { name, request, fullPath }: Transaction,
  { statusCode, headers, body = '' }: NonNullable<Transaction['real']>,
): string[] {
  const documented = responses.find((response) => response.name === name);
  const received = { status: statusCode, headers: new Headers(headers), text: body };
  // Without the hook that makes our transactions, Dredd's own names are unknown here.
  return documented === undefined
    ? ['the contract documents no such response']
    : responseFaults(request.method, fullPath, received, documented);
}
