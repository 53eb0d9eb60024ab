import type { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Module } from './api/module.ts';
import { type ApiResponse, send } from './api/response.ts';
import type { Middleware, State } from './api/state.ts';
import { sharedResponses } from './generated/operations.ts';
import { rejectBadHosts, rejectBadTargets } from './http/bad-requests.ts';
import { beginInTurns } from './http/begin-in-turns.ts';
import { requestsPerTurn } from './http/client-limits.ts';
import { closeAfter413 } from './http/close-after-413.ts';
import { logRequests, type Observe, observeRequests } from './http/observe-requests.ts';
import { replaceCachedId, setRequestId } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { createContractRoutes, createDocs } from './pages/routes.ts';

interface AppOptions {
  /** The probes and metrics; undefined if they have a port of their own. */
  readonly endpoints?: Middleware;
  /** What no contract has. */
  readonly routes?: Router<State> | undefined;
  /** The first whose prefix a path has serves it. The documentation begins with the last. */
  readonly modules: readonly Module[];
  /** Whether the contracts have pages. */
  readonly docs: boolean;
  /** Called after each request, before the log. */
  readonly observers: readonly Observe[];
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

/** What one port serves, except its socket. */
export async function createApp(options: AppOptions): Promise<Koa<State>> {
  const { endpoints, routes, modules, docs, observers, stopping, logger } = options;
  const observe = observeRequests(...observers, logRequests(logger));
  const app = new Koa<State>();
  app.on('error', (err, ctx) => {
    const requestId = ctx?.state.requestId;
    // Koa sets `headerSent` where no response can be sent any more.
    if (err.headerSent) logger.warn({ err, requestId }, 'connection failed');
    else logger.error({ err, requestId }, 'request failed');
  });
  app.use(setRequestId);
  app.use(setSecurityHeaders);
  app.use(closeConnections(stopping));
  app.use(closeAfter413);
  app.use(rejectBadTargets(observe));
  // Before the middleware that logs and measures requests. Probes may have any Host: Envoy's has the
  // name of its cluster.
  if (endpoints !== undefined) app.use(endpoints);
  app.use(rejectBadHosts(observe));
  app.use(observe);
  app.use(beginInTurns(requestsPerTurn));
  app.use(replaceCachedId);
  app.use(handleErrors(logger, sharedResponses.internalError));
  if (routes !== undefined) app.use(routes.routes());
  app.use((ctx, next) => {
    const module = modules.find(({ prefix }) => ctx.path === prefix || ctx.path.startsWith(`${prefix}/`));
    return module === undefined ? next() : module.serve(ctx, next);
  });
  const contracts = modules.map(({ contract }) => contract).reverse();
  app.use((await createContractRoutes(contracts)).routes());
  if (docs && contracts.length > 0) app.use((await createDocs(contracts)).routes());
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

/**
 * Has connections close after a response, which says so, once the service stops. If the server
 * closed them between two responses, it would reset a request that is already on its way.
 */
function closeConnections(stopping: AbortSignal): Middleware {
  return async (ctx, next) => {
    await next();
    if (stopping.aborted) ctx.set('Connection', 'close');
  };
}

/**
 * Error handler for unexpected errors outside operations: responds with `failed` and logs the
 * reason, which the client never sees. Koa's own error handler would drop the headers and respond
 * in plain text.
 */
export function handleErrors(logger: Logger, failed: ApiResponse): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      logger.error({ err, requestId: ctx.state.requestId }, 'request failed');
      send(ctx, failed);
    }
  };
}
