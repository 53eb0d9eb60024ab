import type Koa from 'koa';
import type { ServedContract } from './contracts.ts';
import type { State } from './state.ts';

/** A part of the service: a contract, and the middleware that carries it out. */
export interface Module {
  readonly contract: ServedContract;
  /** Adds its middleware to an app. A request for anything else goes on to the next module. */
  use(app: Koa<State>): void;
}
