import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { operationsOf } from '../../../contract/document/operations.ts';
import { type ContractFile, readContract } from '../../../contract/document/read.ts';
import { type Case, type CaseResult, casesOf } from '../../../contract/dredd/cases.ts';
import type { Target, Transaction } from '../../../contract/dredd/given.ts';
import { registerHooks } from '../../../contract/dredd/hooks.ts';
import { exampleRequest } from '../../../contract/dredd/request.ts';
import { suiteOf } from '../../../contract/dredd/suites.ts';

type Hook = (data: never, done: () => void) => void;

const transactions = (file: ContractFile): Transaction[] =>
  operationsOf(readContract(file)).flatMap((placed) =>
    Object.keys(placed.operation.responses).map((statusCode) => {
      const { request, expected, ...rest } = exampleRequest(placed);
      const parameters = placed.operation.parameters.filter((each) => each.in === 'header');
      const headers = Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]));
      return {
        ...{ ...rest, name: '', id: '', fail: false, skip: false },
        request: { ...request, headers: { ...request.headers, ...headers } },
        expected: { ...expected, statusCode },
      };
    }),
  );
/** Made once: a contract takes a while to read. */
const prepared = new Map<ContractFile, { readonly transactions: Transaction[]; readonly cases: Case[] }>();

function prepare(file: ContractFile) {
  const known = prepared.get(file) ?? {
    transactions: transactions(file),
    cases: casesOf(readContract(file), undefined, suiteOf(file).cases),
  };
  prepared.set(file, known);
  return known;
}

/**
 * Plays cases as Dredd does, whose own start takes half a second.
 *
 * @param names which cases
 * @returns why each that was sent failed, by its name; those that passed have no reason
 */
export async function play(
  file: ContractFile,
  target: Target,
  names: (name: string) => boolean,
): Promise<Map<string, string | undefined>> {
  const { transactions, cases: all } = prepare(file);
  const cases = all.filter(({ name }) => names(name));
  const hooks: Record<string, Hook> = {};
  const found = new Map<string, Partial<CaseResult>>();
  registerHooks(
    file,
    target,
    cases,
    undefined,
    found,
  )({
    beforeAll: (hook) => (hooks['beforeAll'] = hook as Hook),
    beforeEach: (hook) => (hooks['beforeEach'] = hook as Hook),
    afterEach: (hook) => (hooks['afterEach'] = hook as Hook),
  });
  const run = (name: string, data: unknown) =>
    new Promise<void>((resolve) => hooks[name]?.(data as never, () => resolve()));
  // Dredd's paths begin with that of the endpoint.
  const { origin, pathname } = new URL(target.url);
  const played = transactions.map((each) => ({
    ...structuredClone(each),
    fullPath: pathname.replace(/\/$/, '') + each.fullPath,
  }));
  await run('beforeAll', played);
  const results = new Map<string, string | undefined>();
  for (const transaction of played) {
    await run('beforeEach', transaction);
    if (transaction.skip) continue;
    if (transaction.fail === false) {
      transaction.real = await sent(origin + transaction.fullPath, transaction.request);
      transaction.test = { valid: true, message: '' };
    }
    await run('afterEach', transaction);
    if (found.get(transaction.name)?.needs !== undefined) continue;
    results.set(transaction.name, transaction.fail === false ? undefined : String(transaction.fail));
  }
  return results;
}

async function sent(
  url: string,
  { method, headers, body }: Transaction['request'],
): Promise<NonNullable<Transaction['real']>> {
  const outgoing = request(url, { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    statusCode: incoming.statusCode ?? 0,
    headers: Object.fromEntries(received),
    body: await text(incoming),
  };
}
