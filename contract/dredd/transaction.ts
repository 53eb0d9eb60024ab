import type { Case } from './cases.ts';

/** A request, and the response that Dredd expects and gets, https://dredd.org/en/latest/data-structures/ */
export interface Transaction {
  /** Set where our hooks make the transaction. */
  readonly shows: Case;
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
