import { EventEmitter } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../src/root.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { type CaseResult, casesOf } from './cases.ts';
import type { Target } from './given.ts';
import { registerHooks } from './hooks.ts';
import { suiteOf } from './suites.ts';

const require = createRequire(import.meta.url);

interface Options {
  readonly operation?: string | undefined;
  readonly names?: (name: string) => boolean;
  readonly silent?: boolean;
}

/**
 * Has Dredd provoke every response that a contract documents, with violations of two neighbouring
 * checks among them, and checks each against the contract. `dredd.yml` has the options that no run
 * changes.
 *
 * @param operation the name of the one operation to test, with the responses that belong to none;
 *   every one if absent
 * @param names which cases to try, by their names; each if absent
 * @param silent prints nothing
 * @returns one result for each documented response, then one for each two neighbouring checks, then
 *   one for each value case
 * @throws Error when Dredd cannot run at all, e.g. because it cannot read the contract, or when
 *   the run is interrupted
 */
export async function runDredd(
  file: ContractFile,
  target: Target,
  { operation, names = () => true, silent = false }: Options = {},
): Promise<CaseResult[]> {
  // Required only here: it takes seconds, and a run can end before, for want of a service.
  const Dredd = require('dredd');
  const { load } = require('dredd/build/configUtils');
  require('dredd/build/reporters/reporterOutputLogger').default.transports.console.silent = silent;

  http.globalAgent.destroy(); // the service may be about to close what the last run has left open
  const cases = casesOf(readContract(file), operation, suiteOf(file).cases).filter(({ name }) => names(name));
  const found = new Map<string, Partial<CaseResult>>();
  const verdicts = new Map<string, { passed: boolean; reason?: string }>();
  const emitter = new EventEmitter();
  emitter.on('test pass', ({ title }) => verdicts.set(title, { passed: true }));
  emitter.on('test fail', ({ title, message }) =>
    verdicts.set(title, { passed: false, reason: message.trim().replaceAll('\n', '; ') }),
  );
  emitter.on('test error', (error, { title }) => verdicts.set(title, { passed: false, reason: String(error) }));

  const dredd = new Dredd({
    ...load(join(root, 'dredd.yml')),
    endpoint: target.url,
    path: [file],
    custom: { cwd: root, register: registerHooks(file, target, cases, operation, found) },
    emitter,
    color: process.stdout.isTTY === true,
  });
  await new Promise<void>((resolve, reject) => {
    dredd.run((error: Error | null) => (error ? reject(error) : resolve()));
  });
  target.interrupted.throwIfAborted();

  // Dredd reports success even when it skipped a transaction or could not read the hooks.
  const notShown = { passed: false, reason: 'no transaction showed it' };
  return cases.map(({ name, expected }) => ({
    name,
    operation: expected.operation,
    expected: expected.status,
    ...(verdicts.get(name) ?? notShown),
    ...found.get(name),
    ...(found.get(name)?.needs !== undefined && { passed: false }),
  }));
}
