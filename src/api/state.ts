import type Koa from 'koa';
import type { Operation } from 'openapi-backend';

/**
 * What the middleware and the handlers know of a request, for the log, the metrics and the traces:
 * `ctx.state`.
 */
export interface State {
  /** Set by the first middleware. */
  requestId: string;
  /** The operation of the request's path; undefined if the path is in no contract. */
  operation?: Operation | undefined;
  /** The authenticated player; undefined before check 1, and where an operation has no security. */
  userId?: string | undefined;
  /** Why the response is what it is, where the response does not say so. */
  reason?: string | undefined;
}

export type Context = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
