import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { root } from '../../src/root.ts';
import { answers } from './answers.ts';

/** A request, and the response that Dredd expects and gets, https://dredd.org/en/latest/data-structures/ */
export interface Transaction {
  name: string;
  id: string;
  fullPath: string;
  request: { method: string; headers: Record<string, string>; body: string };
  expected: { statusCode: string; headers: Record<string, string>; body?: string };
  /** Set by a hook: the reason why the transaction fails. */
  fail: boolean | string;
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

export interface Options {
  readonly registerHooks: (hooks: Hooks) => void;
  /** Prints nothing, where many runs follow each other. */
  readonly silent?: boolean;
  /** Dredd's own options that are different from those of every run. */
  readonly options?: { readonly only?: readonly string[]; readonly hookfiles?: readonly string[] } | undefined;
}

const require = createRequire(import.meta.url);
const Dredd = require('dredd');
const dreddOutput = require('dredd/build/reporters/reporterOutputLogger').default;

/**
 * Runs Dredd against a service.
 *
 * @returns what was wrong, by the answer it was wrong with; empty means that every documented answer was shown, and as documented
 * @throws Error when Dredd could not run at all, e.g. because it cannot read the contract
 */
export async function runDredd(
  endpoint: string,
  { registerHooks, silent = false, options }: Options,
): Promise<ReadonlyMap<string, string>> {
  const emitter = new EventEmitter();
  const passed = new Set<string>();
  const wrong = new Map<string, string>();
  emitter.on('test pass', ({ title }) => passed.add(title));
  emitter.on('test fail', ({ title, message }) => wrong.set(title, message.trim().replaceAll('\n', '; ')));
  emitter.on('test error', (error, { title }) => wrong.set(title, String(error)));

  dreddOutput.transports.console.silent = silent;
  const dredd = new Dredd({
    endpoint,
    path: ['openapi.yaml'],
    hookfiles: ['contract/dredd/hooks.cjs'],
    custom: { cwd: root, register: registerHooks },
    emitter,
    loglevel: 'error', // below it are some forty warnings of parts of OpenAPI that Dredd does not use
    color: process.stdout.isTTY === true,
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    dredd.run((error: Error | null) => (error ? reject(error) : resolve()));
  });

  // Dredd is content when a transaction is skipped, and even when it could not read the hooks.
  for (const { name } of answers) {
    if (!passed.has(name) && !wrong.has(name)) wrong.set(name, 'no transaction showed this answer');
  }
  return wrong;
}
