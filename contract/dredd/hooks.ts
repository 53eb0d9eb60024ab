import { randomUUID } from 'node:crypto';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { type TestService, token } from '../../test/support/service.ts';
import { assertDocumented, schemaFaults } from '../documented.ts';
import { type Answer, answers } from './answers.ts';
import type { Hooks, Transaction } from './dredd.ts';
import { states } from './states.ts';

/** What HTTP itself and CORS add to any response; like the headers for browsers, no contract lists it. */
const transportHeaders = [
  'Connection',
  'Content-Length',
  'Content-Type',
  'Date',
  'Keep-Alive',
  'Transfer-Encoding',
  'Vary',
];

/** Makes Dredd show every answer of the contract, each in its own state, and hold each response against the contract. */
export const registerHooks = (service: TestService) => (hooks: Hooks) => {
  hooks.beforeAll((transactions, done) => {
    transactions.splice(
      0,
      transactions.length,
      ...transactions.flatMap(forEachKind),
      ...forSharedAnswers(transactions),
    );
    done();
  });

  hooks.beforeEach((transaction, done) => {
    prepare(transaction, service)
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
      // Dredd gives this reason only where it found nothing wrong itself.
      if (!test.valid) test.message += faults.join('; ');
    }
    done();
  });
};

/** Dredd makes one transaction a status, with the first example: make it one for each kind of answer. */
function forEachKind(transaction: Transaction): Transaction[] {
  const { request, fullPath, expected } = transaction;
  const operation = `${request.method} ${fullPath}`;
  return answers
    .filter((answer) => answer.operation === operation && answer.status === expected.statusCode)
    .map((answer) => transactionFor(answer, transaction));
}

/** Dredd knows nothing of the answers that belong to no operation. */
function forSharedAnswers([any]: Transaction[]): Transaction[] {
  if (any === undefined) return [];
  return answers.filter((answer) => answer.operation === undefined).map((answer) => transactionFor(answer, any));
}

function transactionFor({ name, status, example, headers }: Answer, transaction: Transaction): Transaction {
  const expected = {
    statusCode: status,
    // As Dredd does it: the Content-Type must be the contract's, the others must be there.
    headers: {
      'Content-Type': 'application/json',
      ...Object.fromEntries(headers.map((header) => [header, ''])),
    },
    body: JSON.stringify(example),
  };
  return { ...structuredClone(transaction), name, id: name, expected };
}

/**
 * Each transaction has a player of its own and tables that are empty. So the Idempotency-Key stays in the request as Dredd
 * takes it from the contract, the same one each time: no transaction can repeat another and get its 201.
 */
async function prepare(transaction: Transaction, service: TestService): Promise<void> {
  const state = states[transaction.name];
  if (state === undefined) throw new Error(`contract/dredd/states.ts does not say how ${transaction.name} comes about`);
  await service.database.query('with gone as (delete from daily_completion) delete from scheduled_submission');
  const player = `player ${randomUUID()}`;
  await service.solve(player, JSON.parse(transaction.request.body).localDate);
  transaction.request.headers['Authorization'] = `Bearer ${await token(player)}`;
  await state({ transaction, player, service });
}

/** Everything in which a response is not what the contract documents: Dredd compares the names and types of an example. */
function faultsOf(
  { name, request, fullPath }: Transaction,
  { statusCode, headers, body = '' }: NonNullable<Transaction['real']>,
): string[] {
  const answer = answers.find((documented) => documented.name === name);
  const received = { status: statusCode, headers: new Headers(headers), text: body };
  try {
    assertDocumented(request.method, fullPath, received);
    const undeclared = [...received.headers.keys()].filter((header) => !isDeclared(header, answer));
    return [
      ...undeclared.map((header) => `the header ${header} is not declared`),
      ...(answer?.schema === undefined ? [] : schemaFaults(answer.schema, JSON.parse(body))),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
}

function isDeclared(header: string, answer: Answer | undefined): boolean {
  return [...transportHeaders, ...Object.keys(securityHeaders), ...(answer?.headers ?? [])].some(
    (name) => name.toLowerCase() === header,
  );
}
