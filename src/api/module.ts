import type { ServedContract } from './contracts.ts';
import type { Middleware } from './state.ts';

/** A part of the service: a contract, and the middleware that carries it out. */
export interface Module {
  readonly contract: ServedContract;
  /**
   * How the paths of its operations and pages begin. Requests for other paths do not reach it.
   */
  readonly prefix: string;
  readonly serve: Middleware;
}
