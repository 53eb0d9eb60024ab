import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { root } from '../../src/root.ts';
import { readContract } from '../document.ts';
import { casesOf } from './cases.ts';
import { registerHooks } from './hooks.ts';
import type { Fault } from './response-faults.ts';
import type { Target } from './target.ts';

/** A request, and the response that Dredd expects and gets, https://dredd.org/en/latest/data-structures/ */
export interface Transaction {
  name: string;
  id: string;
  fullPath: string;
  /** Where it comes from in the contract: `resourceName` is the path as the contract writes it. */
  readonly origin: { resourceName: string };
  request: { method: string; headers: Record<string, string>; body: string };
  expected: { statusCode: string; headers: Record<string, string>; body?: string };
  /** Set by a hook: the reason why the transaction fails. */
  fail: boolean | string;
  /** Set by a hook: sends no request. */
  skip: boolean;
  real?: { statusCode: number; headers: Record<string, string>; body?: string };
  /** Dredd's own finding. */
  test?: { valid: boolean; message: string };
}

type Hook<Data> = (data: Data, done: () => void) => void;

export interface Hooks {
  beforeAll(hook: Hook<Transaction[]>): void;
  beforeEach(hook: Hook<Transaction>): void;
  afterEach(hook: Hook<Transaction>): void;
}

/** Whether a run showed a documented response, or the order of two checks. */
export interface CaseResult {
  /** As `casesOf` names it. */
  readonly name: string;
  /** The operation's name, unless the response belongs to none. */
  readonly operation?: string | undefined;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason?: string;
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** Its deviations from the contract. Dredd may have found others. */
  readonly faults?: readonly Fault[];
  /** What the target would have to have. Set if it does not have it; no request was sent then. */
  readonly needs?: string;
}

/** What a transaction got. */
export type Received = Required<Pick<CaseResult, 'status' | 'faults'>>;

export interface DreddOptions {
  /** The name of the one operation to test, with the responses that belong to none; every one if absent. */
  readonly operation?: string | undefined;
  /** Prints nothing. */
  readonly silent?: boolean;
  /** Where Dredd sends its requests, if not to the target itself. */
  readonly endpoint?: string;
  /** Options of Dredd that replace those of every run. */
  readonly options?: { readonly only?: readonly string[]; readonly hookfiles?: readonly string[] } | undefined;
}

const require = createRequire(import.meta.url);
const Dredd = require('dredd');
const dreddOutput = require('dredd/build/reporters/reporterOutputLogger').default;

/** How long a service may take for a response, in milliseconds. */
const responseMs = 10_000;

/**
 * Has Dredd provoke every response that the contract documents, with violations of two neighbouring checks among them, and checks each against the
 * contract.
 *
 * @returns one result for each documented response, then one for each two neighbouring checks
 * @throws Error when Dredd cannot run at all, e.g. because it cannot read the contract, or when the run is interrupted
 */
export async function runDredd(
  target: Target,
  { operation, silent = false, endpoint = target.url, options }: DreddOptions = {},
): Promise<CaseResult[]> {
  const emitter = new EventEmitter();
  const passed = new Set<string>();
  const skipped = new Map<string, string>();
  const received = new Map<string, Received>();
  const reasons = new Map<string, string>();
  emitter.on('test pass', ({ title }) => passed.add(title));
  emitter.on('test fail', ({ title, message }) => reasons.set(title, message.trim().replaceAll('\n', '; ')));
  emitter.on('test error', (error, { title }) => reasons.set(title, String(error)));

  dreddOutput.transports.console.silent = silent;
  const dredd = new Dredd({
    endpoint,
    path: ['openapi.yaml'],
    hookfiles: ['contract/dredd/hooks.cjs'],
    custom: { cwd: root, register: registerHooks(target, { operation, skipped, received }) },
    emitter,
    http: { timeout: responseMs },
    loglevel: 'error', // below it are some forty warnings about parts of OpenAPI that Dredd does not use
    color: process.stdout.isTTY === true,
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    dredd.run((error: Error | null) => (error ? reject(error) : resolve()));
  });
  target.interrupted.throwIfAborted();

  return casesOf(readContract(), operation).map(({ name, expected }): CaseResult => {
    const result = { name, operation: expected.operation };
    const reason = reasons.get(name);
    if (reason !== undefined) return { ...result, passed: false, reason, ...received.get(name) };
    const needs = skipped.get(name);
    if (needs !== undefined) return { ...result, passed: false, needs };
    // Dredd reports success even when it skipped a transaction or could not read the hooks.
    return passed.has(name)
      ? { ...result, passed: true, ...received.get(name) }
      : { ...result, passed: false, reason: 'no transaction showed it' };
  });
}
