import { EventEmitter } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../src/root.ts';
import type { ContractFile } from '../document/read.ts';
import { type CaseResult, casesOf } from './cases.ts';
import { registerHooks } from './hooks.ts';
import type { Session } from './session.ts';

const require = createRequire(import.meta.url);

interface Options {
  readonly operation?: string | undefined;
  readonly silent?: boolean;
}

/**
 * Has Dredd provoke every response that a contract documents, with violations of two neighbouring
 * checks among them, and play the rows; the model judges each response. `dredd.yml` has the options
 * that no run changes.
 *
 * @param operation the name of the one operation to test, with the responses that belong to none;
 *   every one if absent
 * @param silent prints nothing
 * @returns one result for each case
 * @throws Error when Dredd cannot run at all, e.g. because it cannot read the contract, or when
 *   the run is interrupted
 */
export async function runDredd(
  file: ContractFile,
  session: Session,
  { operation, silent = false }: Options = {},
): Promise<CaseResult[]> {
  // Required only here: it takes seconds, and a run can end before, for want of a service.
  const Dredd = require('dredd');
  const { load } = require('dredd/build/configUtils');
  require('dredd/build/reporters/reporterOutputLogger').default.transports.console.silent = silent;

  http.globalAgent.destroy(); // the service may be about to close what the last run has left open
  const cases = casesOf(file, operation);
  const found = new Map<string, Partial<CaseResult>>();
  const failed = new Map<string, string>();
  const emitter = new EventEmitter();
  emitter.on('test fail', ({ title, message }) => failed.set(title, message.trim().replaceAll('\n', '; ')));
  emitter.on('test error', (error, { title }) => failed.set(title, String(error)));

  const { target } = session;
  const dredd = new Dredd({
    ...load(join(root, 'dredd.yml')),
    endpoint: target.url,
    path: [file],
    custom: { cwd: root, register: registerHooks(session, cases, found) },
    emitter,
    color: process.stdout.isTTY === true,
  });
  await new Promise<void>((resolve, reject) => {
    dredd.run((error: Error | null) => (error ? reject(error) : resolve()));
  });
  target.interrupted.throwIfAborted();

  return cases.map(({ name, operation, expected }) => ({
    ...{ name, operation, expected: expected?.status, passed: false },
    // Dredd reports success even when it skipped a transaction or could not read the hooks.
    ...(!found.has(name) && { reason: failed.get(name) ?? 'no transaction showed it' }),
    ...found.get(name),
  }));
}
